#!/usr/bin/env python3
"""Reduces the shipped files to those that lie inside the program, about two megabytes together.

    build_small.py <data folder>

Reads the files that the other scripts made, and writes those in its folder `small`: of the basemap the two coarse levels,
of the labels the important ones, of the gazetteer all countries and regions with fewer names and simpler borders, the
largest towns and important features; of the airports those that cities are reached by.
"""
import csv
import sys
from pathlib import Path

import numpy
import shapely

import area_shapes
from label_table import COLUMNS
from tmb_format import Level, write_tmb
from tmb_reader import TmbFile
from tmg_format import Entry, KINDS, NO_COUNTRY, NO_REGION, TmgFile, UNITS_PER_DEGREE, encoded

LEVELS = 2
LABEL_RANKS = {"country": 99, "capital": 99, "city": 5, "state": 2, "river": 4, "lake": 4}
TOWNS, AIRPORTS = 10_000, 1_000
NAMES = {"country": 12, "region": 3, "subregion": 2, "city": 4}
FEATURE_RANKS = {"sea": 99, "island": 6, "peak": 6, "range": 6, "lake": 4, "river": 5}
TOLERANCE_DEGREES = 0.08
SMALLEST_RING_DEGREES = 0.01


def small_basemap(source, target):
    """The coarse levels."""
    basemap = TmbFile(source)
    levels = []
    for number, head in enumerate(basemap.levels[:LEVELS]):
        level = Level(head.grid_zoom, head.zoom_min, head.zoom_max)
        for row in range(level.side):
            for column in range(level.side):
                if basemap.is_all_land(number, column, row):
                    level.all_land.add((column, row))
                for layer, attribute, points in basemap.parts(number, column, row):
                    level.add((column, row), layer, attribute, [points])
        levels.append(level)
    write_tmb(target, levels, basemap.credit)


def small_labels(source, target):
    """The important names on the map."""
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    assert lines[0].rstrip("\n").split("\t") == list(COLUMNS)

    def is_kept(line):
        fields = line.split("\t")
        return int(fields[4] or 99) <= LABEL_RANKS.get(fields[0], 99)

    target.write_text("".join(lines[:1] + [line for line in lines[1:] if is_kept(line)]), encoding="utf-8")


def unpacked(data):
    """The polygon of a packed shape, in degrees; the reverse of `area_shapes.packed`."""
    position, shape = 0, shapely.Polygon()

    def varint():
        nonlocal position
        number = shift = 0
        while True:
            byte = data[position]
            position += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    while position < len(data):
        varint()
        x, y, _, _, count = (varint() for _ in range(5))
        points = numpy.empty((count, 2))
        for number in range(count):
            x, y = (at + (step >> 1 ^ -(step & 1)) for at, step in ((x, varint()), (y, varint())))
            points[number] = x, y
        ring = shapely.make_valid(shapely.Polygon(points / area_shapes.UNITS_PER_DEGREE - (180, 90)))
        shape = shapely.symmetric_difference(shape, ring)
    return shape


def without_islets(shape):
    """A shape without its smallest parts, unless it has no others."""
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    large = [part for part in parts if part.area >= SMALLEST_RING_DEGREES]
    return shapely.MultiPolygon(large or sorted(parts, key=lambda part: part.area)[-1:])


def small_shapes(gazetteer):
    """The shapes of countries and regions with fewer points, neighbours still sharing their edges."""
    starts = numpy.concatenate([[0], gazetteer.shape_end[:-1]]).astype(int)
    shapes = [unpacked(gazetteer.shape_blob[start:end]) for start, end in zip(starts, gazetteer.shape_end)]
    simple = shapely.coverage_simplify(numpy.array([without_islets(shape) for shape in shapes]), TOLERANCE_DEGREES)
    return [area_shapes.packed(shape) for shape in simple]


def is_kept(gazetteer, index, towns_before, airports):
    """Whether an entry is in the small gazetteer; `towns_before` counts the towns before it, most people first."""
    kind = gazetteer.kind(index)
    if kind in ("country", "region", "subregion"):
        return True
    if kind == "city":
        return towns_before < TOWNS or gazetteer.capital(index) == 2
    if kind == "airport":
        return gazetteer.code[index][1].decode("ascii") in airports
    rank = gazetteer.rank(index)
    return (99 if rank is None else rank) <= FEATURE_RANKS.get(kind, -1)


def small_gazetteer(source, target, airports):
    """The entries that are kept, numbered as before: countries and regions all are."""
    gazetteer = TmgFile(source)
    shapes = small_shapes(gazetteer)
    entries, first_town = [], sum(gazetteer.counts[:3])
    for index in range(len(gazetteer)):
        if not is_kept(gazetteer, index, index - first_town, airports):
            continue
        kind = gazetteer.kind(index)
        names = gazetteer.names(index)
        country, region = int(gazetteer.country[index]), int(gazetteer.region[index])
        entries.append(Entry(
            kind, names[:NAMES.get(kind, 3)],
            int(gazetteer.latitude[index]) / UNITS_PER_DEGREE, int(gazetteer.longitude[index]) / UNITS_PER_DEGREE,
            None if country == NO_COUNTRY else country, int(gazetteer.population[index]),
            None if region == NO_REGION else region, None, gazetteer.rank(index), gazetteer.capital(index),
            gazetteer.bounds(index) if index < first_town else None,
            tuple(code.decode("ascii") for code in gazetteer.code[index]) if index < first_town else ("", ""),
            shapes[index] if index < len(shapes) else b""))
    data = encoded(entries, [])
    Path(target).write_bytes(data)
    print(f"{target}: {len(entries)} entries, {len(data)} bytes")


def small_airports(source, target, gazetteer_path):
    """Airports near the most people, international ones first; returns their letters of ICAO."""
    gazetteer = TmgFile(gazetteer_path)
    first = sum(gazetteer.counts[:3])
    latitude = gazetteer.latitude[first:first + TOWNS] / UNITS_PER_DEGREE
    longitude = gazetteer.longitude[first:first + TOWNS] / UNITS_PER_DEGREE
    people = gazetteer.population[first:first + TOWNS].astype(float)

    def people_near(row):
        north = latitude - float(row["lat"])
        east = (longitude - float(row["lon"])) * numpy.cos(numpy.radians(float(row["lat"])))
        return people[north ** 2 + east ** 2 < 0.4 ** 2].sum()

    with open(source, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    served = [row for row in rows if row["iata"] and row["icao"] and row["city"]
              and not any(word in row["name"] for word in ("Heliport", "Seaplane", "Air Base", "Executive"))]
    ranked = sorted(served, key=lambda row: (-people_near(row) * (4 if "International" in row["name"] else 1),
                                             row["icao"]))
    kept = {row["icao"] for row in ranked[:AIRPORTS]}
    lines = Path(source).read_text(encoding="utf-8").splitlines(keepends=True)
    chosen = [line for line, row in zip(lines[1:], rows) if row["icao"] in kept]
    Path(target).write_text("".join(lines[:1] + chosen), encoding="utf-8")
    print(f"{target}: {len(chosen)} airports")
    return kept


def main():
    data = Path(sys.argv[1])
    small = data / "small"
    small.mkdir(exist_ok=True)
    small_basemap(data / "basemap.tmb", small / "basemap.tmb")
    small_labels(data / "labels.tsv", small / "labels.tsv")
    airports = small_airports(data / "airports.csv", small / "airports.csv", data / "gazetteer.tmg")
    small_gazetteer(data / "gazetteer.tmg", small / "gazetteer.tmg", airports)


if __name__ == "__main__":
    main()
