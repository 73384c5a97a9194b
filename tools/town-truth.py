#!/usr/bin/env python3
"""Makes Tests/Names/towns.tsv: towns with the country and region they lie in, for measuring what names mean.

    apt-get download libmagics++-data && dpkg -x libmagics++-data_*.deb magics
    tools/town-truth.py magics/usr/share/magics/10m/ne_10m_populated_places_simple.dbf > Tests/Names/towns.tsv

Source: Natural Earth (naturalearthdata.com), populated places 1:10M, from Debian's libmagics++-data 4.13.0-1; public
domain. Its places and positions are not those of the gazetteer, whose names come from GeoNames. Every second row.
"""
import struct
import sys


def records(path):
    """The rows of a dBASE file."""
    data = open(path, "rb").read()
    count, start, length = struct.unpack_from("<IHH", data, 4)
    fields, place, offset = [], 32, 1
    while data[place] != 0x0D:
        name = data[place:place + 11].split(b"\0")[0].decode().lower()
        fields.append((name, offset, data[place + 16]))
        offset += data[place + 16]
        place += 32
    for number in range(count):
        row = data[start + number * length:start + (number + 1) * length]
        yield {name: row[at:at + size].decode("cp1252").strip() for name, at, size in fields}


def main():
    print("country\tregion\ttown\tlatitude\tlongitude")
    known = [row for row in records(sys.argv[1]) if len(row["iso_a2"]) == 2 and row["iso_a2"] != "-1"]
    for row in known[::2]:
        place = "%.3f\t%.3f" % (float(row["latitude"]), float(row["longitude"]))
        print("\t".join([row["iso_a2"], row["adm1name"], row["name"], place]))


main()
