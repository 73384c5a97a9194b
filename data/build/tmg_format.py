"""Writes and reads gazetteer files, format "TMG2" (little endian).

    40 bytes   "TMG2", then u32: version (2), countries C, regions R, features F, places P, districts D,
               bytes of names, bytes of district names, bytes of shapes
    columns    for E = C + R + F + P entries, countries first, then regions, features, places:
                 i32 latitude, i32 longitude (1e-7 degrees), u32 population, u32 end of its names,
                 u16 region (its number among the regions, 65535: none),
                 u16 district (its number + 1, 0: none), u8 country (its number, 255: none),
                 u8 traits: bits 0-1 kind (0 country, 1 region, 2 subregion, 3 place or feature),
                            bits 2-3 capital (0 no, 1 of a region, 2 of a country),
                            bits 4-7 rank (0 most important ... 10, 15: none)
    features   u8 for the F features: 4 sea, 5 lake, 6 river, 7 island, 8 peak, 9 range, 10 airport; the population of
               a peak is its height in metres
    boxes      for the C + R + F areas: i32 south, west, north, east (1e-7 degrees; west > east crosses 180)
    codes      for the C + R + F areas: 8 ASCII letters, zero padded: a country's two letters at 0 and its
               three at 4; a region's letters (IL, NSW, BY) or nothing; an airport's IATA at 0 and ICAO at 4
    shapes     u32 end of its shape, for the C + R areas; area_shapes.py describes the bytes
    districts  u32 end of its name, for each district
    names      UTF-8; the names of an entry begin where those of the one before end: the main name, then
               its alternates, a line feed between them; a blank line where several first ones are equally known
    districts' names, UTF-8
    shapes, the bytes
    16 bytes   checksum: u64 a, u64 b over the u32 words before; for each word a += word, b += a
               (Fletcher, IEEE Transactions on Communications 30, 1982, with wider sums)

Every column and blob is padded with zeros to a multiple of 4. Offsets are not stored: they follow from the
counts. Countries and regions ascend by code, places come most people first.
"""
import struct
from dataclasses import dataclass

import numpy

MAGIC, VERSION = b"TMG2", 2
HEADER = struct.Struct("<4s9I")
KINDS = ("country", "region", "subregion", "city", "sea", "lake", "river", "island", "peak", "range", "airport")
NO_REGION, NO_RANK, NO_COUNTRY = 0xFFFF, 15, 255
UNITS_PER_DEGREE = 10_000_000


@dataclass
class Entry:
    """One country, region or place. `box` is (west, south, east, north) in degrees; places have none.
    The first `known` names are equally known."""
    kind: str
    names: list
    latitude: float
    longitude: float
    country: int | None
    population: int = 0
    region: int | None = None
    district: int | None = None
    rank: int | None = None
    capital: int = 0
    box: tuple | None = None
    codes: tuple = ("", "")
    shape: bytes = b""
    known: int = 1

    def text(self):
        """The names as a file has them."""
        if self.known == 1:
            return "\n".join(self.names)
        return "\n".join(self.names[:self.known]) + "\n\n" + "\n".join(self.names[self.known:])

    def traits(self):
        rank = NO_RANK if self.rank is None else self.rank
        return min(KINDS.index(self.kind), 3) | self.capital << 2 | rank << 4


def padded(data):
    """Some bytes, filled up to a multiple of 4."""
    return data + bytes(-len(data) % 4)


def fixed(degrees):
    """Degrees in units of 1e-7."""
    return round(degrees * UNITS_PER_DEGREE)


def blob(texts):
    """The texts one after another, and where each of them ends."""
    encoded = [text.encode("utf-8") for text in texts]
    return b"".join(encoded), numpy.cumsum([len(text) for text in encoded], dtype="<u4")


def checksum(data):
    """The 16 bytes that end a file."""
    words = numpy.frombuffer(data, dtype="<u4").astype(numpy.uint64)
    sums = numpy.cumsum(words, dtype=numpy.uint64)
    return struct.pack("<QQ", int(sums[-1]), int(sums.sum(dtype=numpy.uint64)))


def encoded(entries, districts):
    """A whole file. `entries` are in order; regions and districts count from 0."""
    areas = [entry for entry in entries if entry.box]
    counts = [sum(entry.kind in kinds for entry in entries)
              for kinds in (("country",), ("region", "subregion"), KINDS[4:], ("city",))]
    assert [entry.kind for entry in entries[:counts[0]]] == ["country"] * counts[0]
    assert len(areas) == sum(counts[:3]) and areas == entries[:len(areas)]
    names, name_ends = blob(entry.text() for entry in entries)
    district_names, district_ends = blob(districts)
    features = areas[counts[0] + counts[1]:]
    shapes = [entry.shape for entry in areas[:counts[0] + counts[1]]]
    shape_ends = numpy.cumsum([len(shape) for shape in shapes], dtype="<u4")

    def column(kind, values):
        return padded(numpy.array(list(values), dtype=kind).tobytes())

    sections = [
        HEADER.pack(MAGIC, VERSION, *counts, len(districts), len(names), len(district_names),
                    sum(map(len, shapes))),
        column("<i4", (fixed(entry.latitude) for entry in entries)),
        column("<i4", (fixed(entry.longitude) for entry in entries)),
        column("<u4", (entry.population for entry in entries)),
        column("<u4", name_ends),
        column("<u2", (NO_REGION if entry.region is None else entry.region for entry in entries)),
        column("<u2", (0 if entry.district is None else entry.district + 1 for entry in entries)),
        column("u1", (NO_COUNTRY if entry.country is None else entry.country for entry in entries)),
        column("u1", (entry.traits() for entry in entries)),
        column("u1", (KINDS.index(entry.kind) for entry in features)),
        column("<i4", (fixed(entry.box[side]) for entry in areas for side in (1, 0, 3, 2))),
        b"".join(struct.pack("4s4s", *(code.encode("ascii") for code in entry.codes)) for entry in areas),
        column("<u4", shape_ends), column("<u4", district_ends), padded(names), padded(district_names),
        padded(b"".join(shapes))]
    data = b"".join(sections)
    return data + checksum(data)


class TmgFile:
    """A gazetteer read back, written apart from the encoder so that one can find the other's slips."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        magic, version, *self.counts, self.name_bytes, self.district_bytes, self.shape_bytes = HEADER.unpack_from(data)
        assert (magic, version) == (MAGIC, VERSION)
        assert checksum(data[:-16]) == data[-16:]
        self.data, self.at = data, HEADER.size
        countries, regions, features, places, districts = self.counts
        entries, areas = countries + regions + features + places, countries + regions + features
        self.latitude, self.longitude = self.column("<i4", entries), self.column("<i4", entries)
        self.population, self.name_end = self.column("<u4", entries), self.column("<u4", entries)
        self.region, self.district = self.column("<u2", entries), self.column("<u2", entries)
        self.country, self.trait = self.column("u1", entries), self.column("u1", entries)
        self.feature = self.column("u1", features)
        self.box = self.column("<i4", 4 * areas).reshape(-1, 4)
        self.code = self.column("S4", 2 * areas).reshape(-1, 2)
        self.shape_end = self.column("<u4", countries + regions)
        self.district_end = self.column("<u4", districts)
        self.name_blob, self.district_blob = self.raw(self.name_bytes), self.raw(self.district_bytes)
        self.shape_blob = self.raw(self.shape_bytes)
        assert self.at == len(data) - 16

    def raw(self, length):
        start = self.at
        self.at += length + -length % 4
        return self.data[start:start + length]

    def column(self, kind, count):
        return numpy.frombuffer(self.raw(numpy.dtype(kind).itemsize * count), dtype=kind)

    def __len__(self):
        return len(self.latitude)

    def names(self, index):
        """The main name and the alternates."""
        start = int(self.name_end[index - 1]) if index else 0
        return self.name_blob[start:int(self.name_end[index])].decode("utf-8").replace("\n\n", "\n").rstrip("\n").split("\n")

    def district_name(self, index):
        """The district of an entry, or an empty text."""
        number = int(self.district[index]) - 1
        if number < 0:
            return ""
        start = int(self.district_end[number - 1]) if number else 0
        return self.district_blob[start:int(self.district_end[number])].decode("utf-8")

    def kind(self, index):
        first = self.counts[0] + self.counts[1]
        if first <= index < first + len(self.feature):
            return KINDS[self.feature[index - first]]
        return KINDS[self.trait[index] & 3]

    def capital(self, index):
        return int(self.trait[index]) >> 2 & 3

    def rank(self, index):
        rank = int(self.trait[index]) >> 4
        return None if rank == NO_RANK else rank

    def bounds(self, index):
        """(west, south, east, north) of a country or a region."""
        south, west, north, east = (int(side) / UNITS_PER_DEGREE for side in self.box[index])
        return west, south, east, north
