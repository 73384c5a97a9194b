#!/usr/bin/env python3
"""Builds gazetteer.tmg: countries, their regions, and places with 500 people or more.

    build_gazetteer.py <sources folder> <gazetteer.tmg>
"""
import csv
import sys
import warnings
from collections import Counter, defaultdict

from alternate_names import kept_alternates
from folded_text import distinct, folded
from area_shapes import packed
from features import AIRPORTS, feature_entries
from gazetteer_areas import Area, Polygons, area_of_cities, area_of_shape
from geography import area_km2, rank_of_area
from geonames import read_admin_names, read_cities, read_countries
from iso_codes import read_country_names, read_part_codes
from label_table import NameRepairs, read_table
from place_ranks import CityFinder, country_capitals, read_ranks
from region_names import RegionNames, territory_names
from tmg_format import Entry, encoded


def country_entries(sources, countries, cities_of, polygons):
    """One entry for each country; those without polygon or city have a box in gazetteer_boxes.tsv."""
    translated = read_country_names(sources, countries)
    territories = territory_names(sources, countries)
    own = {row["code"]: row for row in read_table("gazetteer_names.tsv")}
    boxes = {row["code"]: tuple(float(row[side]) for side in ("west", "south", "east", "north"))
             for row in read_table("gazetteer_boxes.tsv")}
    for number, (code, row) in enumerate(countries.items()):
        better = own.get(code, {"name": "", "alternates": ""})
        short, translations, official = translated.get(code, ((), (), ()))
        known = distinct([better["name"] or row["name"], *better["alternates"].split("|")])
        names = [*known, *territories[code], *translations, row["name"],
                 *short, *official]
        shape = polygons.of_country(code)
        if code in boxes:
            west, south, east, north = boxes[code]
            area = Area(boxes[code], ((west + east) / 2, (south + north) / 2))
        else:
            area = area_of_shape(shape, cities_of[code]) if shape else area_of_cities(cities_of[code])
        rest = polygons.rest_of_country(code)
        yield Entry("country", distinct(names), area.point[1], area.point[0], number, row["population"],
                    rank=rank_of_area(row["areakm2"] or (area_km2(shape) if shape else 0)), box=area.box,
                    known=len(known),
                    codes=(code, row["iso3"]), shape=packed(rest) if rest else b"")


class Regions:
    """The entries of regions and subregions; `number` says which belongs to a country's admin1 code."""

    def __init__(self, sources, countries, cities_of, admin_names, polygons):
        self.entries, self.number = [], {}
        self.country_number = {code: number for number, code in enumerate(countries)}
        self.part_codes, self.polygons, self.repairs = read_part_codes(sources), polygons, NameRepairs()
        self.further = RegionNames(sources, countries)
        for key in sorted(cities_of):
            self.add(*key, admin_names.get(key), cities_of[key])

    def add(self, country, admin1, name, cities):
        """Adds one admin1 area, and its subregions where it was put together from several polygons."""
        states = self.polygons.states_of.get((country, admin1), [])
        names = [name] if name else []
        if len(states) == 1:
            names += self.state_names(country, states[0])
        names, others = self.further.of(country, names)
        names = distinct(names)
        if not names or country not in self.country_number:
            return
        number = self.number[country, admin1] = len(self.entries)
        shape = self.polygons.of_states(states) if states else None
        population = sum(city["population"] for city in cities)
        self.append("region", country, names, others, shape, cities, population, number, admin1)
        if len(states) > 1:
            for state in states:
                names, others = self.further.of(country, self.state_names(country, state))
                names = distinct(names)
                if names and folded(names[0]) != folded(self.entries[number].names[0]):
                    self.append("subregion", country, names, others, self.polygons.of_states([state]), (), 0, number, "")

    def append(self, kind, country, names, others, shape, cities, population, parent, admin1):
        area = area_of_shape(shape, cities) if shape else area_of_cities(cities)
        outline = self.polygons.outline(country, admin1) if kind == "region" else None
        self.entries.append(Entry(
            kind, names + distinct(others, names), area.point[1], area.point[0], self.country_number[country], population, parent,
            rank=rank_of_area(area_km2(shape)) if shape else None, box=area.box, known=len(names),
            codes=(self.letters(country, names, admin1), ""), shape=packed(outline) if outline else b""))

    def letters(self, country, names, admin1):
        """The letters of a region that people write, such as IL, NSW, ON; nothing where it has numbers."""
        if admin1.isalpha() and len(admin1) <= 3:
            return admin1
        found = (self.part_codes.get((country, folded(name))) for name in names)
        return next((letters for letters in found if letters), "")

    def state_names(self, country, state):
        names = self.polygons.state_names(state)
        return [name for name in (self.repairs.repaired("state", name, country) for name in names) if name]


def place_entries(sources, cities, countries, regions, districts):
    """One entry for each city; `districts` numbers the names of admin2 areas."""
    admin2, numbers = districts
    finder = CityFinder(cities)
    ranks, atlas_names, region_capitals = read_ranks(sources, finder)
    known = {(row["country"], row["name"]): row["known"].split("|") for row in read_table("place_names.tsv")}
    capitals, missing = country_capitals(countries, finder)
    if missing:
        sys.exit(f"capitals that no city is: {missing}")
    letters = airport_letters(sources)
    for city in cities:
        identity, code = city["geonameid"], city["countrycode"]
        capital = 2 if identity in capitals else 1 if identity in region_capitals else 0
        first = distinct([city["name"], *parts_of_name(city["name"]), *known.pop((code, city["name"]), ()),
                          *atlas_names.get(identity, ())])
        others = (name for name in kept_alternates(city) if (code, name) not in letters)
        yield Entry("city", first + distinct(others, first), city["latitude"], city["longitude"],
                    regions.country_number[code], city["population"],
                    regions.number.get((code, city["admin1code"])), numbers.get(admin2.get(identity)),
                    ranks.get(identity), capital, known=len(first))
    if known:
        print(f"place_names.tsv: no such places: {sorted(known)}", file=sys.stderr)


def parts_of_name(name):
    """Biel and Bienne of Biel/Bienne."""
    return [part.strip() for part in name.split("/")] if "/" in name else []


def airport_letters(sources):
    """(country, letters of IATA): what means an airport, not the city beside it."""
    with open(f"{sources}/{AIRPORTS}", encoding="utf-8", newline="") as file:
        return {(row["country"], row["iata"]) for row in csv.DictReader(file) if row["iata"]}


def main():
    sources, out = sys.argv[1:3]
    warnings.filterwarnings("ignore")
    cities, countries = read_cities(sources), read_countries(sources)
    admin_names, admin2 = read_admin_names(sources, cities)
    in_country, in_region = defaultdict(list), defaultdict(list)
    for city in cities:
        in_country[city["countrycode"]].append(city)
        in_region[city["countrycode"], city["admin1code"]].append(city)
    polygons = Polygons(sources, cities)
    country_rows = list(country_entries(sources, countries, in_country, polygons))
    regions = Regions(sources, countries, in_region, admin_names, polygons)
    if regions.further.unused():
        print(f"region_names.tsv: no such regions: {regions.further.unused()}", file=sys.stderr)
    district_names = sorted(set(admin2.values()))
    districts = admin2, {name: number for number, name in enumerate(district_names)}
    places = list(place_entries(sources, cities, countries, regions, districts))
    entries = [*country_rows, *regions.entries, *feature_entries(sources, countries, cities), *places]
    data = encoded(entries, district_names)
    with open(out, "wb") as file:
        file.write(data)
    print(f"{out}: {len(data)} bytes", *(f"{count} {kind}" for kind, count in sorted(
        Counter(entry.kind for entry in entries).items())), sep="  ")


if __name__ == "__main__":
    main()
