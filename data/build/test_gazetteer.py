"""Tests of the helpers behind gazetteer.tmg, and of the shipped file itself."""
import tempfile
import unittest
from collections import defaultdict
from pathlib import Path

from alternate_names import kept_alternates
from folded_text import distinct, folded, script
from geography import contains
from gazetteer_areas import area_of_cities
from iso_codes import language_order
from label_table import read_table
from place_ranks import CityFinder, distance_km
from tmg_format import Entry, TmgFile, encoded

DATA = Path(__file__).parent.parent
# What people type, and the country where they mean it to be.
QUERIES = {
    "Muenchen": "DE", "München": "DE", "Munich": "DE", "Wien": "AT", "Kiev": "UA", "Kyiv": "UA", "Bombay": "IN",
    "Москва": "RU", "القاهرة": "EG", "東京": "JP", "東京都": "JP", "서울": "KR", "København": "DK", "Danzig": "PL",
    "Breslau": "PL", "Köln": "DE", "Cologne": "DE", "Lisboa": "PT", "Praha": "CZ", "Roma": "IT", "Firenze": "IT",
    "Genève": "CH", "Zürich": "CH", "Zurich": "CH", "Constantinople": "TR", "İstanbul": "TR", "Istanbul": "TR",
    "Saigon": "VN", "Peking": "CN", "北京": "CN", "上海": "CN", "Αθήνα": "GR", "Athina": "GR", "ירושלים": "IL",
    "São Paulo": "BR", "Sao Paulo": "BR", "Göteborg": "SE", "Den Haag": "NL", "Bruxelles": "BE", "Calcutta": "IN",
    "Reykjavik": "IS", "Łódź": "PL", "Lodz": "PL", "กรุงเทพ": "TH", "Leningrad": "RU", "दिल्ली": "IN"}
COUNTRY_QUERIES = {
    "Deutschland": "DE", "España": "ES", "Россия": "RU", "日本": "JP", "中国": "CN", "مصر": "EG", "Suomi": "FI",
    "Magyarország": "HU", "Österreich": "AT", "Schweiz": "CH", "Suisse": "CH", "Holland": "NL", "Ivory Coast": "CI",
    "Czech Republic": "CZ", "Burma": "MM", "Swaziland": "SZ", "USA": "US", "UK": "GB", "Türkiye": "TR",
    "Ελλάδα": "GR", "대한민국": "KR", "Polska": "PL", "Côte d'Ivoire": "CI", "Kosova": "XK", "Bouvet Island": "BV"}


class HelperTests(unittest.TestCase):
    def test_spellings_fold_alike(self):
        for first, second in (("København", "Kobenhavn"), ("Łódź", "lodz"), ("Straße", "STRASSE"),
                              ("Washington, D.C.", "Washington D C"), ("Ísafjörður", "isafjordur")):
            self.assertEqual(folded(first), folded(second))
        self.assertNotEqual(folded("München"), folded("Muenchen"))

    def test_of_names_that_fold_alike_the_first_stays(self):
        self.assertEqual(distinct(["Köln", "Koln", "", "  Cologne  ", "KÖLN"], ["Keulen"]), ["Köln", "Cologne"])

    def test_scripts(self):
        self.assertEqual([script(text) for text in ("Wien", "'s-Hertogenbosch", "Вена", "維也納", "12")],
                         ["LATIN", "LATIN", "CYRILLIC", "CJK", ""])

    def test_endonyms_survive_and_transliterations_do_not(self):
        names = ["Bec", "Beč", "Vena", "Wien", "bin", "wyn", "Вена", "VIE", "http://wien.at"]
        city = {"name": "Vienna", "population": 1_700_000, "countrycode": "AT", "alternatenames": names}
        self.assertEqual(set(kept_alternates(city)), {"Beč", "Vena", "Wien", "VIE", "Вена"})

    def test_a_village_keeps_one_latin_name_and_one_of_its_own_script(self):
        city = {"name": "Selo", "population": 800, "countrycode": "RU",
                "alternatenames": ["Celo", "Sello", "Село", "Село-2", "セロ"]}
        self.assertEqual(kept_alternates(city), ["Celo", "Село"])

    def test_own_languages_come_first(self):
        languages = sorted(["zh_CN", "ach", "de", "fr", "it", "rm"], key=language_order(["de", "fr", "it", "rm"]))
        self.assertEqual(languages, ["de", "fr", "it", "rm", "zh_CN", "ach"])

    def test_a_capital_is_met_within_its_country(self):
        def city(identity, name, code, population):
            return {"geonameid": identity, "name": name, "countrycode": code, "population": population,
                    "alternatenames": [], "latitude": 0, "longitude": identity}
        finder = CityFinder([city(1, "Rome", "US", 36_000), city(2, "Rome", "IT", 2_300_000)])
        self.assertEqual(finder.in_country("Rome", "IT")["geonameid"], 2)
        self.assertIsNone(finder.in_country("Rome", "FR"))
        self.assertEqual(finder.near(["Rome"], 1, 0, 2)["geonameid"], 2)

    def test_distance_over_180(self):
        self.assertAlmostEqual(distance_km((0, 179.5), (0, -179.5)), 111.2)

    def test_a_box_round_cities_may_cross_180(self):
        cities = [{"latitude": -17, "longitude": longitude} for longitude in (179, -179)]
        west, _, east, _ = area_of_cities(cities).box
        self.assertAlmostEqual(west, 178.95)
        self.assertAlmostEqual(east, -178.95)

    def test_what_is_written_is_read(self):
        entries = [Entry("country", ["Österreich", "Austria"], 47.5, 14.5, 0, 9_000_000, rank=4,
                         box=(9.5, 46.4, 17.2, 49.0), codes=("AT", "AUT")),
                   Entry("region", ["Wien"], 48.2, 16.4, 0, region=0, box=(16.2, 48.1, 16.6, 48.3), codes=("W", "")),
                   Entry("city", ["Wien", "Vienna", "維也納"], 48.20849, 16.37208, 0, 1_691_468, 0, 0, 1, 2)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "small.tmg")
            path.write_bytes(encoded(entries, ["Wien Stadt"]))
            file = TmgFile(path)
        self.assertEqual(file.names(2), ["Wien", "Vienna", "維也納"])
        self.assertEqual((file.kind(2), file.rank(2), file.capital(2)), ("city", 1, 2))
        self.assertEqual((file.rank(1), file.district_name(2), file.district_name(0)), (None, "Wien Stadt", ""))
        self.assertEqual(file.bounds(0), (9.5, 46.4, 17.2, 49.0))


class ShippedGazetteerTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.file = TmgFile(DATA / "gazetteer.tmg")
        countries, regions, features, places, _ = cls.file.counts
        cls.country_range = range(countries)
        cls.land_range = range(countries + regions)
        cls.area_range = range(countries + regions + features)
        cls.place_range = range(countries + regions + features, len(cls.file))
        cls.code = [cls.file.code[index][0].decode() for index in cls.area_range]

    def country(self, index):
        return self.code[self.file.country[index]]

    def test_counts(self):
        self.assertEqual(self.file.counts[:4], [250, 5_048, 19_520, 234_908])
        self.assertEqual(len(set(self.code[:250])), 250)
        self.assertLess(len(self.file.data), 17_000_000)

    def test_every_entry_has_a_clean_name(self):
        for index in range(len(self.file)):
            names = self.file.names(index)
            self.assertEqual([name for name in names if not name or name != name.strip()], [], names)
            self.assertFalse(any(ord(letter) < 32 or letter == "\ufffd" for name in names for letter in name), names)

    def test_order(self):
        self.assertEqual(self.code[:250], sorted(self.code[:250]))
        people = self.file.population[self.place_range.start:]
        self.assertTrue((people[:-1] >= people[1:]).all())
        self.assertEqual(int(self.file.name_end[-1]), len(self.file.name_blob))

    def test_boxes_are_in_order_and_hold_their_point(self):
        for index in self.area_range:
            west, south, east, north = box = self.file.bounds(index)
            self.assertTrue(-90 <= south < north <= 90 and abs(west) <= 180 and abs(east) <= 180, box)
            point = self.file.longitude[index] / 1e7, self.file.latitude[index] / 1e7
            self.assertTrue(contains((west - 1e-6, south - 1e-6, east + 1e-6, north + 1e-6), *point),
                            (self.file.names(index)[0], box, point))

    def test_boxes_are_worth_zooming_to(self):
        boxes = {code: self.file.bounds(index) for index, code in enumerate(self.code[:250])}
        self.assertGreater(boxes["FR"][0], -6)
        self.assertTrue(boxes["US"][0] > -126 and boxes["US"][3] < 50)
        self.assertGreater(boxes["RU"][0], boxes["RU"][2])
        self.assertGreater(boxes["FJ"][0], boxes["FJ"][2])
        self.assertTrue(boxes["GF"][0] < -51 < -50 < boxes["FR"][0])

    def test_features_are_named_and_coded(self):
        found = defaultdict(set)
        for index in self.area_range[len(self.land_range):]:
            found[self.file.kind(index)].update(self.file.names(index))
            found[self.file.kind(index)].update(code.decode() for code in self.file.code[index])
        for kind, name in (("sea", "Nordsee"), ("lake", "Lac Léman"), ("river", "Donau"), ("island", "Korfu"),
                           ("peak", "富士山"), ("range", "Alpen"), ("airport", "JFK"), ("airport", "LSZH")):
            self.assertIn(name, found[kind])

    def test_regions_have_translated_names(self):
        names = {name for index in self.land_range for name in self.file.names(index)}
        for name in ("Lombardei", "Catalogne", "Baviera", "北海道", "Schottland", "Californie", "Татарстан", "Toscana"):
            self.assertIn(name, names)

    def test_names_that_people_type_are_there(self):
        wanted = {folded(name) for name in QUERIES}
        found = defaultdict(set)
        for index in self.place_range:
            for key in {folded(name) for name in self.file.names(index)} & wanted:
                found[key].add(self.country(index))
        self.assertEqual([name for name, code in QUERIES.items() if code not in found[folded(name)]], [])

    def test_countries_in_other_languages(self):
        names = defaultdict(set)
        for index in self.country_range:
            for name in self.file.names(index):
                names[folded(name)].add(self.code[index])
        self.assertEqual([name for name, code in COUNTRY_QUERIES.items() if code not in names[folded(name)]], [])

    def test_capitals_are_not_their_namesakes(self):
        capitals = defaultdict(list)
        for index in self.place_range:
            if self.file.capital(index) == 2:
                capitals[self.country(index)].append(self.file.names(index)[0])
        self.assertEqual({code for code, names in capitals.items() if len(names) > 1}, {"BO", "LK", "ZA"})
        without = set(self.code[:250]) - set(capitals)
        self.assertEqual(without, {"AQ", "BQ", "BV", "HM", "TK", "UM"})
        for code, name in (("IT", "Rome"), ("FR", "Paris"), ("LC", "Castries"), ("MV", "Male"), ("JM", "Kingston")):
            self.assertEqual(capitals[code], [name])
        listed = {row["code"] for row in read_table("capitals.tsv")}
        self.assertLessEqual(listed, set(capitals))

    def test_letters_of_regions(self):
        letters = defaultdict(dict)
        for index in self.land_range[250:]:
            if self.code[index] and self.file.kind(index) == "region":
                letters[self.country(index)][self.code[index]] = self.file.names(index)[0]
        self.assertEqual(len(letters["US"]), 51)
        self.assertEqual(len(letters["CA"]), 13)
        for country, code, name in (("US", "IL", "Illinois"), ("CA", "ON", "Ontario"), ("AU", "NSW", "New South Wales"),
                                    ("GB", "ENG", "England"), ("DE", "BY", "Bavaria"), ("BR", "SP", "São Paulo")):
            self.assertEqual(letters[country][code], name)


if __name__ == "__main__":
    unittest.main()
