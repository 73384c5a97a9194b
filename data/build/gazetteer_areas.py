"""Boxes of countries and regions: the part of their polygons worth zooming to, else where their cities are."""
from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy
import pyogrio
import shapely

from area_shapes import TOLERANCE_DEGREES, simplified
from country_labels import POLYGONS, box_on_map, read_countries
from geography import box_around, contains, label_point, main_parts

# Round the cities of an area without a polygon, in degrees.
MARGIN = 0.05
# A city far off must not widen the box of an area that has many.
MANY_CITIES, LEFT_OUT_PERCENT = 20, 0.5


@dataclass
class Area:
    """A box (west, south, east, north) and the point (longitude, latitude) that represents it."""
    box: tuple
    point: tuple
    square_degrees: float = 0.0


def area_of_shape(shape, cities):
    """The parts of a shape where people live, and the widest place in them."""
    parts = main_parts(shape, [(city["longitude"], city["latitude"], city["population"]) for city in cities])
    box = box_on_map(parts)
    longitude, latitude = label_point(parts)
    return Area(box, (longitude, max(latitude, box[1])))


def area_of_cities(cities):
    """The box round some cities."""
    latitudes = numpy.array([city["latitude"] for city in cities])
    longitudes = numpy.array([city["longitude"] for city in cities])
    if longitudes.max() - longitudes.min() > 180:
        longitudes = longitudes % 360
    percent = LEFT_OUT_PERCENT if len(cities) > MANY_CITIES else 0
    south, north = numpy.percentile(latitudes, [percent, 100 - percent])
    west, east = numpy.percentile(longitudes, [percent, 100 - percent])
    box = (wrapped(west - MARGIN), south - MARGIN, wrapped(east + MARGIN), north + MARGIN)
    return Area(box, (wrapped((west + east) / 2), (south + north) / 2))


def wrapped(longitude):
    return float((longitude + 180) % 360 - 180)


class Polygons:
    """The polygons of countries, and of states by the admin1 area that most cities in them belong to."""

    def __init__(self, sources, cities):
        countries = read_countries(sources)
        self.countries = dict(zip(countries.iso_a2, countries.geometry))
        self.states = pyogrio.read_dataframe(f"{sources}/{POLYGONS}", layer="states_provinces")
        tree = shapely.STRtree(self.states.geometry.values)
        points = shapely.points([[city["longitude"], city["latitude"]] for city in cities])
        votes = defaultdict(Counter)
        for city, state in zip(*tree.query(points, predicate="within").tolist()):
            votes[state][cities[city]["countrycode"], cities[city]["admin1code"]] += 1
        self.states_of = defaultdict(list)
        for state, counter in sorted(votes.items()):
            owner = max(counter.items(), key=lambda vote: (vote[1], vote[0]))[0]
            self.states_of[owner].append(state)

        self.outlines = simplified(self.states.geometry.values)
        self.owned = {state for states in self.states_of.values() for state in states}

    def outline(self, country, admin1):
        """The simplified polygon of an admin1 area; None without."""
        states = self.states_of.get((country, admin1), [])
        return shapely.union_all(self.outlines[states]) if states else None

    def rest_of_country(self, code):
        """The simplified states of a country in which there is no city; all of it if it has no states."""
        own = [number for number, owner in enumerate(self.states.iso_a2) if owner == code]
        if not own and not any(country == code for country, _ in self.states_of) and code in self.countries:
            return self.countries[code].simplify(TOLERANCE_DEGREES)
        rest = [number for number in own if number not in self.owned]
        return shapely.union_all(self.outlines[rest]) if rest else None

    def of_country(self, code):
        """The polygon of a country; overseas parts of others are put together from states. None without."""
        if code in self.countries:
            return self.countries[code]
        states = [state for (owner, _), owned in self.states_of.items() if owner == code for state in owned]
        return self.of_states(states) if states else None

    def of_states(self, numbers):
        return shapely.union_all([self.states.geometry.iloc[number] for number in numbers])

    def state_names(self, number):
        """The names of one state polygon, the best known first."""
        row = self.states.iloc[number]
        return [name for name in (row["name"], row["gn_name"], row["woe_name"]) if isinstance(name, str)]
