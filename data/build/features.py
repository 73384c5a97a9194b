"""What is neither a country nor a region nor a place where people live: waters, islands, mountains, airports."""
import csv
import re
from collections import Counter

import pyogrio
import shapely

from folded_text import distinct, folded
from geography import box_around, contains
from gazetteer_areas import wrapped
from label_table import NameRepairs, read_table
from tmg_format import Entry
from water_labels import lake_labels, river_labels

LAND = "usr/share/magics/10m/ne_10m_land.shp"
AIRPORTS = "airportsdata/airports.csv"
WATERS = {"ocean", "sea", "gulf", "bay", "strait", "channel", "sound"}
# Half of what a map of it should show, in degrees of latitude.
REACH = {"peak": 0.05, "airport": 0.03, "river": 0.5, "lake": 0.3, "island": 0.1, "range": 0.5, "strait": 0.5}
# Every 600 m of height count as one rank, from the highest down.
HIGHEST_METERS, METERS_OF_RANK, LAST_RANK = 8_900, 900, 10
NEAR_DEGREES = 0.15
# An airport is the more important the more of these its city reaches.
CITY_STEPS = (100_000, 300_000, 1_000_000, 3_000_000)
AIRPORT_WORDS = re.compile(r"\b(?:International|Intl|Regional|Municipal|Airport|Airfield)\b\.?", re.I)


def square(longitude, latitude, reach):
    return (wrapped(longitude - reach), max(latitude - reach, -89.9), wrapped(longitude + reach),
            min(latitude + reach, 89.9))


def peak_rank(meters):
    return min(max((HIGHEST_METERS - meters) // METERS_OF_RANK, 0), LAST_RANK)


class Islands:
    """Boxes of islands: that of the land a point lies on or next to."""

    def __init__(self, sources):
        land = pyogrio.read_dataframe(f"{sources}/{LAND}")
        self.parts = shapely.get_parts(shapely.make_valid(land.geometry.values))
        self.tree = shapely.STRtree(self.parts)

    def box(self, longitude, latitude):
        number = self.tree.query_nearest(shapely.Point(longitude, latitude), max_distance=NEAR_DEGREES,
                                         all_matches=False)
        box = box_around([self.parts[number[0]].bounds]) if len(number) else None
        # An island that the land does not have is not its neighbour.
        return box if box and contains(box, longitude, latitude) else None


def further_names(kind, name):
    """Other ways to write the name of a water: Lake Victoria, Victoria; the Thames, River Thames."""
    names = []
    if kind == "river":
        names += [f"{name} River", f"River {name}"]
    if kind == "lake" and name.startswith("Lake "):
        names.append(name.removeprefix("Lake "))
    return names


def water_entries(sources, country_number):
    """Seas, lakes and rivers, of the labels and of our list."""
    alternates = {row["name"]: row["alternates"].split("|") for row in read_table("water_names.tsv")}
    repairs = NameRepairs()
    labels = [*lake_labels(sources, repairs), *river_labels(sources, repairs)]
    taken = set()
    for label in sorted(labels, key=lambda label: (label.kind, label.rank, label.name, label.latitude)):
        is_first = label.name not in taken
        taken.add(label.name)
        box = label.box or square(label.longitude, label.latitude, REACH[label.kind])
        yield feature(label.kind, label.name, alternates.get(label.name, ()) if is_first else (),
                      further_names(label.kind, label.name), label.latitude, label.longitude, label.rank, box, None)
    for row in read_table("features.tsv"):
        if row["kind"] in WATERS | {"lake", "river"} and not (row["kind"] == "river" and row["name"] in taken):
            yield listed(row, country_number, alternates.get(row["name"], ()))


def land_entries(sources, country_number):
    """Islands, peaks and ranges, all of our list."""
    islands = Islands(sources)
    for row in read_table("features.tsv"):
        if row["kind"] in ("island", "peak", "range"):
            box = islands.box(float(row["longitude"]), float(row["latitude"])) if row["kind"] == "island" else None
            yield listed(row, country_number, row["alternates"].split("|"), box)


def listed(row, country_number, names, box=None):
    kind = "sea" if row["kind"] in WATERS else row["kind"]
    latitude, longitude, rank = float(row["latitude"]), float(row["longitude"]), int(row["rank"])
    if row["west"]:
        box = tuple(float(row[side]) for side in ("west", "south", "east", "north"))
    meters = rank if kind == "peak" else 0
    return feature(kind, row["name"], names, further_names(kind, row["name"]), latitude, longitude, peak_rank(meters) if meters else rank,
                   box or square(longitude, latitude, REACH[row["kind"]]), country_number.get(row["country"]), meters)


def airport_entries(sources, country_number, cities):
    """Airports with letters of IATA, and those with four letters of ICAO."""
    people = Counter()
    for city in cities:
        for name in (city["name"], *city["alternatenames"]):
            key = city["countrycode"], folded(name)
            people[key] = max(people[key], city["population"])
    with open(f"{sources}/{AIRPORTS}", encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["iata"] or row["icao"].isalpha()) and abs(float(row["lat"])) < 85]
    for row in sorted(rows, key=lambda row: (not row["iata"], row["iata"], row["icao"])):
        names = [row["name"]] if row["name"] else []
        city = row["city"]
        if row["iata"] and city and names:
            names += airport_names(row["name"], city)
        if not names:
            continue
        entry = feature("airport", names[0], (), names[1:], float(row["lat"]), float(row["lon"]),
                        airport_rank(row, people[row["country"], folded(city)]), square(float(row["lon"]), float(row["lat"]), REACH["airport"]),
                        country_number.get(row["country"]))
        entry.codes = (row["iata"] if row["iata"].isalpha() else "", row["icao"] if len(row["icao"]) == 4 else "")
        yield entry


def airport_names(name, city):
    """Zurich Airport, and London Heathrow and Heathrow of London Heathrow Airport."""
    bare = AIRPORT_WORDS.sub("", name).strip()
    names = [f"{city} Airport"] if bare else []
    if bare and folded(bare) != folded(city):
        names.append(bare)
        if folded(bare).startswith(folded(city)) and bare[len(city):].strip(" -/"):
            names.append(bare[len(city):].strip(" -/"))
    return names


def airport_rank(row, people):
    """10 for an airfield; an airport with letters of IATA counts by the people of its city and by its name."""
    if not row["iata"]:
        return LAST_RANK
    rank = 8 - sum(people >= step for step in CITY_STEPS)
    return rank - 1 if "International" in row["name"] or "Intl" in row["name"] else rank


def feature(kind, name, known, others, latitude, longitude, rank, box, country, meters=0):
    known = distinct([name, *known])
    return Entry(kind, known + distinct(others, known), latitude, longitude, country, meters, rank=rank, box=box,
                 known=len(known))


def feature_entries(sources, countries, cities):
    numbers = {code: number for number, code in enumerate(countries)}
    return [*water_entries(sources, numbers), *land_entries(sources, numbers), 
            *airport_entries(sources, numbers, cities)]
