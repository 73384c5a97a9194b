"""Cutting world geometry into the tiles of a `Level`, in whole tile units."""
import numpy as np
import shapely

from tmb_format import LAND
from web_mercator import TILE_EXTENT


def polygons_of(geometry):
    """Every polygon in a geometry, however deep its collections are nested.

    A repaired polygon may come as a collection that holds a multipolygon beside stray lines;
    looking one level deep only loses the polygon (and once half of Antarctica)."""
    if geometry is None or geometry.is_empty:
        return []
    if geometry.geom_type == "Polygon":
        return [geometry]
    return [polygon for part in getattr(geometry, "geoms", []) for polygon in polygons_of(part)]


def lines_of(geometry):
    """Every line string in a geometry."""
    if geometry.is_empty:
        return []
    if geometry.geom_type == "LineString":
        return [geometry]
    return [line for part in getattr(geometry, "geoms", []) for line in lines_of(part)]


def rings_of(polygon):
    """The rings of a polygon as arrays, the outer one first."""
    return [np.asarray(ring.coords)[:, :2] for ring in (polygon.exterior, *polygon.interiors)]


def to_tile_units(points, column, row, side):
    """Rounds world points to units of a tile; equal neighbours become one."""
    units = np.rint((points * side - (column, row)) * TILE_EXTENT).astype(np.int64)
    units = np.clip(units, 0, TILE_EXTENT)
    differs = np.ones(len(units), dtype=bool)
    differs[1:] = (units[1:] != units[:-1]).any(axis=1)
    return units[differs]


def without_points_along_edges(ring):
    """Drops the middle points of runs on one tile edge, which only the cut has made."""
    if len(ring) < 4:
        return ring
    keep = np.ones(len(ring), dtype=bool)
    for axis in (0, 1):
        for edge in (0, TILE_EXTENT):
            on_edge = ring[:, axis] == edge
            keep &= ~(on_edge & np.roll(on_edge, 1) & np.roll(on_edge, -1))
    return ring[keep]


def rings_in_tile(geometry, column, row, side):
    """The open rings, in tile units, of a geometry that is already cut to its tile."""
    rings = []
    for polygon in polygons_of(geometry):
        for points in rings_of(polygon):
            ring = to_tile_units(points, column, row, side)
            if len(ring) > 1 and (ring[0] == ring[-1]).all():
                ring = ring[:-1]
            ring = without_points_along_edges(ring)
            if len(ring) >= 3:
                rings.append(ring)
    return rings


def covers_tile(rings):
    """Whether the rings are nothing but the outline of the whole tile."""
    return len(rings) == 1 and len(rings[0]) == 4 and bool(np.isin(rings[0], (0, TILE_EXTENT)).all())


def add_polygon(level, layer, attribute, geometry, zoom=0, column=0, row=0):
    """Adds a polygon to all tiles it meets, halving the square until tiles are reached."""
    if geometry.is_empty:
        return
    if zoom == level.grid_zoom:
        rings = rings_in_tile(geometry, column, row, level.side)
        if layer == LAND and covers_tile(rings):
            level.all_land.add((column, row))
        elif rings:
            level.add((column, row), layer, attribute, rings)
        return
    side = 2 << zoom
    west, north, east, south = geometry.bounds
    for child_column in (2 * column, 2 * column + 1):
        for child_row in (2 * row, 2 * row + 1):
            left, top = child_column / side, child_row / side
            right, bottom = (child_column + 1) / side, (child_row + 1) / side
            if east <= left or west >= right or south <= top or north >= bottom:
                continue
            inside = west >= left and east <= right and north >= top and south <= bottom
            part = geometry if inside else shapely.clip_by_rect(geometry, left, top, right, bottom)
            add_polygon(level, layer, attribute, part, zoom + 1, child_column, child_row)


def add_line(level, layer, attribute, geometry):
    """Adds a line to all tiles it meets."""
    side = level.side
    west, north, east, south = geometry.bounds
    for column in range(max(0, int(west * side)), min(side - 1, int(east * side)) + 1):
        for row in range(max(0, int(north * side)), min(side - 1, int(south * side)) + 1):
            clipped = shapely.clip_by_rect(geometry, column / side, row / side,
                                           (column + 1) / side, (row + 1) / side)
            lines = [to_tile_units(np.asarray(line.coords)[:, :2], column, row, side)
                     for line in lines_of(clipped)]
            lines = [line for line in lines if len(line) >= 2]
            if lines:
                level.add((column, row), layer, attribute, lines)
