"""Tests of the helpers behind labels.tsv, and of the shipped file itself."""
import csv
import unittest
from collections import Counter
from pathlib import Path

import shapely

from geography import box_around, contains, label_point, main_parts, rank_of_area
from label_table import COLUMNS, read_table, undamaged_punctuation
from tmb_reader import TmbFile, is_land
from water_labels import clusters

DATA = Path(__file__).parent.parent
KINDS = {"ocean", "sea", "gulf", "bay", "strait", "channel", "sound", "lake", "river", "country", "state",
         "city", "capital"}


class GeographyTests(unittest.TestCase):
    def test_a_box_may_cross_180(self):
        self.assertEqual(box_around([(170, -5, 180, 5), (-180, -3, -170, 8)]), (170, -5, -170, 8))
        self.assertEqual(box_around([(10, 0, 20, 5), (-5, 1, 5, 8)]), (-5, 0, 20, 8))
        self.assertTrue(contains((170, -5, -170, 8), -175, 0))
        self.assertFalse(contains((170, -5, -170, 8), 0, 0))

    def test_far_parts_without_people_are_left_out(self):
        home, near, far = shapely.box(0, 0, 5, 5), shapely.box(6, 0, 7, 1), shapely.box(50, 0, 70, 20)
        parts = main_parts(shapely.MultiPolygon([home, near, far]), [(1, 1, 1000), (60, 10, 5)])
        self.assertEqual({part.bounds for part in parts}, {home.bounds, near.bounds})

    def test_parts_are_joined_across_180(self):
        west, east = shapely.box(179, 0, 180, 1), shapely.box(-180, 0, -179, 1)
        self.assertEqual(len(main_parts(shapely.MultiPolygon([west, east]), [])), 2)

    def test_a_label_stands_in_the_wide_place(self):
        shape = shapely.union_all([shapely.box(0, 0, 1, 10), shapely.box(0, 4, 12, 6)])
        self.assertTrue(4 < label_point([shape])[1] < 6)

    def test_larger_means_lower_rank(self):
        self.assertEqual([rank_of_area(area) for area in (9e6, 5e5, 1)], [0, 2, 7])

    def test_waters_of_one_name_far_apart_stay_apart(self):
        points = [shapely.Point(longitude, 0) for longitude in (0, 2, 4, 40)]
        self.assertEqual(sorted(map(len, clusters(points))), [1, 3])

    def test_windows_punctuation_is_restored(self):
        self.assertEqual(undamaged_punctuation("Paneve\x9eys"), "Panevežys")


class ShippedLabelsTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(DATA / "labels.tsv", encoding="utf-8", newline="") as file:
            cls.rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
        cls.countries = {row["code"]: row for row in cls.rows if row["kind"] == "country"}

    def test_every_row_is_whole(self):
        for row in self.rows:
            self.assertEqual(tuple(row), COLUMNS)
            self.assertIn(row["kind"], KINDS)
            self.assertTrue(row["name"] and row["name"] == row["name"].strip())
            self.assertTrue(abs(float(row["latitude"])) <= 90 and abs(float(row["longitude"])) <= 180)
            self.assertIn(int(row["rank"]), range(11))
            self.assertTrue(row["population"] == "" or int(row["population"]) > 0)

    def test_no_name_is_damaged(self):
        damaged = [row["name"] for row in self.rows
                   if any(letter in "?\ufffd" or 0x7F <= ord(letter) < 0xA0 for letter in row["name"])]
        self.assertEqual(damaged, [])

    def test_rows_are_sorted_and_unique(self):
        keys = [(row["kind"], int(row["rank"]), -int(row["population"] or 0), row["name"]) for row in self.rows]
        self.assertEqual(keys, sorted(keys))
        self.assertEqual([key for key, count in Counter(tuple(row.values()) for row in self.rows).items()
                          if count > 1], [])

    def test_boxes_hold_their_point(self):
        for row in self.rows:
            sides = [row[side] for side in ("west", "south", "east", "north")]
            self.assertIn(sides.count(""), (0, 4))
            if sides[0]:
                west, south, east, north = map(float, sides)
                box = west - 0.01, south - 0.01, east + 0.01, north + 0.01
                self.assertTrue(contains(box, float(row["longitude"]), float(row["latitude"])), row)

    def test_capitals_are_those_of_our_list(self):
        capitals = sorted((row["code"], row["name"]) for row in self.rows if row["kind"] == "capital")
        self.assertEqual(capitals, sorted((row["code"], row["name"]) for row in read_table("capitals.tsv")))
        several = {code for code, count in Counter(code for code, _ in capitals).items() if count > 1}
        self.assertEqual(several, {"BO", "LK", "ZA"})

    def test_capitals_are_not_their_namesakes(self):
        places = {(row["name"], row["code"]): row for row in self.rows if row["kind"] == "capital"}
        for name, code, latitude, longitude in (("Rome", "IT", 41.9, 12.5), ("Paris", "FR", 48.9, 2.3),
                                                ("Wellington", "NZ", -41.3, 174.8), ("Castries", "LC", 14.0, -61.0),
                                                ("Dakar", "SN", 14.7, -17.5), ("San José", "CR", 9.9, -84.1)):
            self.assertAlmostEqual(float(places[name, code]["latitude"]), latitude, delta=0.2)
            self.assertAlmostEqual(float(places[name, code]["longitude"]), longitude, delta=0.2)
            self.assertEqual(len([key for key in places if key[0] == name]), 1)

    def test_country_boxes_are_worth_zooming_to(self):
        france, states, russia = (self.countries[code] for code in ("FR", "US", "RU"))
        self.assertGreater(float(france["west"]), -6)
        self.assertTrue(float(states["west"]) > -126 and float(states["north"]) < 50)
        self.assertGreater(float(russia["west"]), float(russia["east"]))
        self.assertEqual(self.countries["CD"]["name"], "DR Congo")
        self.assertEqual(states["name"], "United States")

    def test_seas_lie_on_water_and_countries_on_land(self):
        basemap = TmbFile(DATA / "basemap.tmb")
        wet = {"ocean", "sea", "gulf", "bay", "strait", "channel", "sound"}
        on_land = {row["name"]: is_land(basemap, 3, float(row["longitude"]), float(row["latitude"]))
                   for row in self.rows if row["kind"] in wet}
        self.assertEqual([name for name, land in on_land.items() if land], [])
        at_sea = [row["name"] for row in self.countries.values() if int(row["rank"]) <= 5
                  and not is_land(basemap, 3, float(row["longitude"]), float(row["latitude"]))]
        # The widest places of these two are a lake.
        self.assertEqual(at_sea, ["Finland", "Netherlands"])


if __name__ == "__main__":
    unittest.main()
