#!/usr/bin/env python3
"""Checks a basemap: land or water at known points, for each level; and draws it for the eye.

    check_basemap.py <file.tmb> [--first-level <number of its first level>] [--pictures <folder>]

Points pass easily where a picture shows half a continent missing, so do look at the pictures.
"""
import argparse
import csv
import sys
from pathlib import Path

from render_basemap import Picture
from tmb_reader import TmbFile, is_land

POINTS = Path(__file__).with_name("check_points.tsv")
GLOBE = (-180, -85, 180, 85)
# name: (box west south east north, levels worth drawing)
VIEWS = {
    "globe": (GLOBE, (0, 1, 2)),
    "antarctica": ((-180, -85, 180, -60), (0, 1, 2, 3)),
    "chukotka": ((160, 58, -160, 74), (1, 2, 3, 4)),
    "fiji": ((176, -20, -178, -15), (3, 4)),
    "denmark": ((7.5, 54.3, 13.2, 58), (1, 2, 3, 4)),
    "caspian": ((45, 36, 56, 48), (1, 2, 3, 4)),
    "brittany": ((-5.3, 47.5, -3.5, 48.9), (3, 4)),
    "great-lakes": ((-93, 41, -75, 49.5), (1, 2, 3, 4)),
}


def read_points():
    """The rows of the list of points."""
    with open(POINTS, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def wrong_points(basemap, level_number, level):
    """Names of the points that the level shows wrongly, and how many were asked for."""
    asked = [point for point in read_points() if level >= int(point["from_level"])]
    wrong = [point["place"] for point in asked
             if is_land(basemap, level_number, float(point["longitude"]), float(point["latitude"]))
             != (point["expected"] == "land")]
    return wrong, len(asked)


def draw_pictures(basemap, first_level, folder):
    """One PNG for each view and level that the file has."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (box, levels) in VIEWS.items():
        for level in levels:
            if 0 <= level - first_level < len(basemap.levels):
                Picture(basemap, level - first_level, box, 1400).draw().save(folder / f"{name}-{level}.png")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--first-level", type=int, default=0)
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args()
    basemap, failed = TmbFile(options.file), False
    for number in range(len(basemap.levels)):
        level = options.first_level + number
        wrong, count = wrong_points(basemap, number, level)
        failed |= bool(wrong)
        print(f"level {level}: {count - len(wrong)} of {count} points right", *wrong, sep="; ")
    if options.pictures:
        draw_pictures(basemap, options.first_level, options.pictures)
    sys.exit(failed)


if __name__ == "__main__":
    main()
