#!/usr/bin/env python3
"""Builds basemap.tmb, levels 0 to 3, from the Natural Earth shapefiles of Debian's libmagics++-data.

    build_basemap.py <magics folder> <basemap.tmb>
"""
import sys
import warnings
from dataclasses import dataclass

import numpy as np
import pyogrio
import shapely

from tile_clipper import add_line, add_polygon, polygons_of
from tmb_format import COUNTRY_BORDER, LAKE, LAND, RIVER, STATE_BORDER, Level, write_tmb
from web_mercator import project_array, unit_of

CREDIT = ("Made with Natural Earth (naturalearthdata.com), public domain; "
          "from Debian libmagics++-data 4.13.0-1")
EVERY_RANK = 99
# No lake is as large; the two ocean polygons of the same file are.
LARGEST_LAKE_SQUARE_DEGREES = 100
BORDERS_NOT_DRAWN = ("Overlay", "Lease", "Forget")


@dataclass(frozen=True)
class Recipe:
    """How one level is made. Tolerance and area count in tile units of the level."""
    grid_zoom: int
    zoom_min: int
    zoom_max: int
    scale: str
    tolerance: float
    smallest_area: float
    river_rank_max: int
    state_zoom_max: float

    @property
    def unit(self):
        return unit_of(self.grid_zoom)


RECIPES = (
    Recipe(0, 0, 2, "110m", 0.5, 6, EVERY_RANK, 0),
    Recipe(2, 3, 4, "50m", 0.7, 4, EVERY_RANK, 3.5),
    Recipe(4, 5, 6, "10m", 1.5, 4, 6, 6.7),
    Recipe(6, 7, 20, "10m", 1.0, 2, EVERY_RANK, EVERY_RANK),
)


def read_layer(folder, scale, name):
    """One Natural Earth layer, without its empty shapes."""
    frame = pyogrio.read_dataframe(f"{folder}/{scale}/ne_{scale}_{name}.shp")
    return frame[frame.geometry.notna()]


def simplified_polygons(geometries, recipe):
    """Polygons in the world square, simplified and repaired, those too small left out."""
    projected = shapely.transform(geometries, project_array)
    simplified = shapely.simplify(projected, recipe.tolerance * recipe.unit, preserve_topology=False)
    for geometry in simplified:
        if geometry is None or geometry.is_empty:
            continue
        if not geometry.is_valid:
            geometry = shapely.MultiPolygon(polygons_of(shapely.make_valid(geometry)))
        if geometry.area / recipe.unit ** 2 >= recipe.smallest_area:
            yield geometry


def simplified_lines(geometries, recipe):
    """Lines in the world square, joined and simplified."""
    projected = shapely.transform(geometries, project_array)
    return shapely.simplify(shapely.line_merge(projected), recipe.tolerance * recipe.unit)


def add_land(level, recipe, folder):
    """Land, then the lakes: every shape of the ocean layer that is not the ocean itself."""
    land = read_layer(folder, recipe.scale, "land")
    for polygon in simplified_polygons(land.geometry.values, recipe):
        add_polygon(level, LAND, 0, polygon)
    waters = read_layer(folder, recipe.scale, "ocean")
    if "featurecla" in waters:
        waters = waters[waters.featurecla != "Ocean"]
    lakes = waters[shapely.area(waters.geometry.values) < LARGEST_LAKE_SQUARE_DEGREES]
    for polygon in simplified_polygons(lakes.geometry.values, recipe):
        add_polygon(level, LAKE, 0, polygon)


def add_country_borders(level, recipe, folder):
    """Country borders: attribute 0 settled, 1 disputed."""
    borders = read_layer(folder, recipe.scale, "admin_0_boundary_lines_land")
    lines = simplified_lines(borders.geometry.values, recipe)
    for line, feature_class in zip(lines, borders.featurecla.astype(str)):
        if any(word in feature_class for word in BORDERS_NOT_DRAWN):
            continue
        add_line(level, COUNTRY_BORDER, 0 if feature_class.startswith("International") else 1, line)


def add_state_borders(level, recipe, folder):
    """State borders: the attribute is ten times the zoom from which they are worth drawing."""
    if recipe.state_zoom_max == 0:
        return
    borders = read_layer(folder, "10m", "admin_1_states_provinces_lines")
    wanted = (borders.featurecla == "Admin-1 boundary") & (borders.min_zoom <= recipe.state_zoom_max)
    for zoom, group in borders[wanted].groupby("min_zoom"):
        merged = shapely.line_merge(shapely.union_all(group.geometry.values))
        for line in simplified_lines(shapely.get_parts(np.array([merged])), recipe):
            add_line(level, STATE_BORDER, min(255, int(zoom * 10)), line)


def add_rivers(level, recipe, folder):
    """Rivers outside lakes: the attribute is their scale rank."""
    rivers = read_layer(folder, recipe.scale, "rivers_lake_centerlines")
    lines = simplified_lines(rivers.geometry.values, recipe)
    for line, feature_class, rank in zip(lines, rivers.featurecla, rivers.scalerank):
        if feature_class != "Lake Centerline" and rank <= recipe.river_rank_max:
            add_line(level, RIVER, int(rank), line)


def build_level(recipe, folder):
    """One level with all its layers."""
    level = Level(recipe.grid_zoom, recipe.zoom_min, recipe.zoom_max)
    for add_layer in (add_land, add_country_borders, add_state_borders, add_rivers):
        add_layer(level, recipe, folder)
    return level


def main():
    folder, out = sys.argv[1:3]
    # The shapefiles of this edition carry no coordinate system; they are WGS 84, as all Natural Earth is.
    warnings.filterwarnings("ignore", module="pyogrio")
    write_tmb(out, [build_level(recipe, folder) for recipe in RECIPES], CREDIT)


if __name__ == "__main__":
    main()
