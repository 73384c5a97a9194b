"""Tests of the tile clipping and of the format, written and read back."""
import tempfile
import unittest
from pathlib import Path

import numpy as np
import shapely

import tile_clipper
from tmb_format import COUNTRY_BORDER, LAKE, LAND, Level, append_varint, write_tmb, zigzag
from tmb_reader import TmbFile, is_land
from web_mercator import TILE_EXTENT, project_point


def written(level):
    """The level, written to a file and opened again."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "test.tmb"
        write_tmb(path, [level], "crédit")
        return TmbFile(path)


class FormatTests(unittest.TestCase):
    def test_varints_are_leb128(self):
        out = bytearray()
        for number in (0, 127, 128, 300):
            append_varint(number, out)
        self.assertEqual(out, bytes([0, 127, 128, 1, 172, 2]))

    def test_zigzag_keeps_small_numbers_small(self):
        self.assertEqual([zigzag(number) for number in (0, -1, 1, -2, 2)], [0, 1, 2, 3, 4])

    def test_what_is_written_is_read(self):
        level = Level(2, 3, 4)
        first, second = np.array([[0, 0], [4096, 7], [9, 4000]]), np.array([[5, 5], [6, 6]])
        level.add((3, 1), LAND, 0, [first, first + 1])
        level.add((3, 1), COUNTRY_BORDER, 1, [second])
        level.all_land.add((0, 2))
        basemap = written(level)
        self.assertEqual(basemap.credit, "crédit")
        self.assertEqual((basemap.levels[0].zoom_min, basemap.levels[0].zoom_max), (3, 4))
        self.assertTrue(basemap.is_all_land(0, 0, 2))
        self.assertFalse(basemap.is_all_land(0, 3, 1))
        self.assertEqual([(layer, attribute, points.tolist()) for layer, attribute, points in basemap.parts(0, 3, 1)],
                         [(LAND, 0, first.tolist()), (LAND, 0, (first + 1).tolist()),
                          (COUNTRY_BORDER, 1, second.tolist())])
        self.assertEqual(basemap.parts(0, 1, 1), [])


class ClipperTests(unittest.TestCase):
    def test_tiles_inside_a_polygon_are_all_land(self):
        level = Level(2, 0, 0)
        tile_clipper.add_polygon(level, LAND, 0, shapely.box(0.1, 0.1, 0.9, 0.9))
        self.assertEqual(level.all_land, {(1, 1), (1, 2), (2, 1), (2, 2)})
        self.assertEqual(len(level.tiles), 12)

    def test_a_lake_that_fills_a_tile_is_kept_as_a_ring(self):
        level = Level(1, 0, 0)
        tile_clipper.add_polygon(level, LAKE, 0, shapely.box(0, 0, 0.5, 0.5))
        self.assertEqual(len(level.tiles[(0, 0)][LAKE][0]), 1)

    def test_nested_collections_lose_no_polygon(self):
        square = shapely.box(0, 0, 1, 1)
        nested = shapely.GeometryCollection([shapely.MultiPolygon([square]), shapely.LineString([(0, 0), (1, 1)])])
        self.assertEqual(tile_clipper.polygons_of(nested), [square])

    def test_points_along_the_cut_are_dropped(self):
        ring = np.array([[0, 0], [0, 10], [0, 20], [0, TILE_EXTENT], [50, 50]])
        self.assertEqual(tile_clipper.without_points_along_edges(ring).tolist(),
                         [[0, 0], [0, TILE_EXTENT], [50, 50]])

    def test_lines_are_cut_at_tile_edges(self):
        level = Level(1, 0, 0)
        tile_clipper.add_line(level, COUNTRY_BORDER, 0, shapely.LineString([(0.25, 0.25), (0.75, 0.25)]))
        self.assertEqual(level.tiles[(0, 0)][COUNTRY_BORDER][0][0].tolist(), [[2048, 2048], [4096, 2048]])
        self.assertEqual(level.tiles[(1, 0)][COUNTRY_BORDER][0][0].tolist(), [[0, 2048], [2048, 2048]])

    def test_islands_in_lakes_are_land(self):
        level = Level(0, 0, 0)
        for layer, attribute, half in ((LAND, 0, 0.4), (LAKE, 0, 0.2), (LAND, 1, 0.1), (LAKE, 1, 0.05)):
            tile_clipper.add_polygon(level, layer, attribute,
                                     shapely.box(0.5 - half, 0.5 - half, 0.5 + half, 0.5 + half))
        basemap = written(level)
        self.assertEqual([is_land(basemap, 0, longitude, 0) for longitude in (0, 25, 50, 90, 170)],
                         [False, True, False, True, False])

    def test_the_projection_puts_the_equator_in_the_middle(self):
        self.assertEqual(project_point(0, 0), (0.5, 0.5))
        self.assertAlmostEqual(project_point(180, 85.05112878)[1], 0, places=7)


if __name__ == "__main__":
    unittest.main()
