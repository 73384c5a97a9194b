"""Label priority of places, from Natural Earth, and which of them are capitals."""
import math
from collections import defaultdict

import pyogrio

from city_labels import CODES, PLACES
from folded_text import folded
from geography import KM_PER_DEGREE
from label_table import read_table

# Natural Earth's geonameid of Rome is that of Rome, Georgia: an id is believed only near its place.
NEAR_KM = 60
LAST_RANK = 10


def distance_km(first, second):
    """Between two (latitude, longitude), roughly."""
    turn = (second[1] - first[1] + 180) % 360 - 180
    east = turn * math.cos(math.radians((first[0] + second[0]) / 2))
    return KM_PER_DEGREE * math.hypot(east, second[0] - first[0])


class CityFinder:
    """Cities by what they may be called."""

    def __init__(self, cities):
        self.by_name = defaultdict(list)
        self.by_id = {city["geonameid"]: city for city in cities}
        for city in cities:
            for name in {folded(name) for name in (city["name"], *city["alternatenames"])} - {""}:
                self.by_name[name].append(city)

    def in_country(self, name, code):
        """The most populous city of that main name, else of that alternate; None when there is none."""
        found = [city for city in self.by_name[folded(name)] if city["countrycode"] == code]
        return max(found, default=None, key=lambda city: (
            folded(city["name"]) == folded(name), city["population"], -city["geonameid"]))

    def near(self, names, geonameid, latitude, longitude):
        """The city of that id or, failing that, of one of those names, if it is near the place."""
        candidates = [self.by_id.get(geonameid)] + [city for name in names for city in self.by_name[folded(name)]]
        for city in candidates:
            if city and distance_km((city["latitude"], city["longitude"]), (latitude, longitude)) < NEAR_KM:
                return city
        return None


def read_ranks(sources, finder):
    """By geonameid: Natural Earth's scale rank and names, and the capitals of regions."""
    ranks, names, region_capitals = {}, defaultdict(list), set()
    places = pyogrio.read_dataframe(f"{sources}/{PLACES}", read_geometry=False)
    for place in places.itertuples():
        spellings = [name for name in (place.name, place.namealt, place.nameascii)
                     if isinstance(name, str) and name and "?" not in name]
        city = finder.near(spellings, int(place.geonameid or 0), place.latitude, place.longitude)
        if city is None:
            continue
        identity = city["geonameid"]
        ranks[identity] = min(int(place.scalerank), LAST_RANK, ranks.get(identity, LAST_RANK))
        names[identity] += [name for name in spellings if name.isprintable() and "|" not in name]
        if "Admin-1" in place.featurecla:
            region_capitals.add(identity)
    return ranks, names, region_capitals


def country_capitals(countries, finder):
    """The geonameids of capitals: our own list, else the one that GeoNames names, met within the country."""
    listed = defaultdict(list)
    for row in read_table("capitals.tsv"):
        listed[row["code"]].append(row["name"])
    spellings = {(row["code"], row["name"]): row["found"] for row in read_table("gazetteer_capitals.tsv")}
    capitals, missing = {}, []
    for code, country in countries.items():
        for name in listed.get(code) or [country["capital"]]:
            if not name:
                continue
            city = finder.in_country(spellings.get((code, name), name), code)
            if city:
                capitals[city["geonameid"]] = code
            else:
                missing.append((code, name))
    return capitals, missing
