#!/usr/bin/env python3
"""Copies airports.csv and its licence out of the PyPI package airportsdata, after checking its shape.

    build_airports.py <sources folder> <airports.csv> <licence file>
"""
import csv
import shutil
import sys
from pathlib import Path

COLUMNS = ["icao", "iata", "name", "city", "subd", "country", "elevation", "lat", "lon", "tz", "lid"]
ROWS = 28_298
VERSION = "20260905"


def check(path):
    """Stops unless the file has the columns, the rows and the coordinates that we rely on."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert rows[0] == COLUMNS, rows[0]
    assert len(rows) - 1 == ROWS, len(rows) - 1
    for row in rows[1:]:
        assert len(row) == len(COLUMNS), row
        assert abs(float(row[7])) <= 90 and abs(float(row[8])) <= 180, row


def main():
    sources, out, licence = map(Path, sys.argv[1:4])
    source = sources / "airportsdata" / "airports.csv"
    check(source)
    shutil.copyfile(source, out)
    shutil.copyfile(sources / f"airportsdata-{VERSION}.dist-info" / "licenses" / "LICENSE", licence)
    print(f"{out}: {ROWS} rows, {out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
