"""Labels of countries and of their states, from the Natural Earth polygons of Debian's qgis-common."""
import pyogrio
import shapely

from geography import area_km2, box_around, label_point, main_parts, rank_of_area
from label_table import Label

POLYGONS = "usr/share/qgis/resources/data/world_map.gpkg"
# States are labelled in countries whose states are about this large; communes and districts are not.
MEDIAN_STATE_KM2 = 8_000
SMALLEST_STATE_KM2 = 1_000
LOWEST_LABEL_LATITUDE = -82.0
LOWEST_BOX_LATITUDE = -85.0
VATICAN = Label("country", "Vatican City", 41.9033, 12.4534, 7, code="VA",
                box=(12.445, 41.900, 12.459, 41.908))


def read_countries(sources):
    """The country polygons, with columns `iso_a2`, `NAME`, `ISO_A3`."""
    return pyogrio.read_dataframe(f"{sources}/{POLYGONS}", layer="countries")


def box_on_map(parts):
    """The box of some parts, cut where the map ends: of all countries only Antarctica reaches there."""
    west, south, east, north = box_around([part.bounds for part in parts])
    return west, max(south, LOWEST_BOX_LATITUDE), east, north


def country_labels(countries, cities, populations, repairs):
    """One label for each country; `cities` determine the part of it to zoom to."""
    towns = {}
    for city in cities:
        towns.setdefault(city.code, []).append((city.longitude, city.latitude, city.population or 0))
    named = countries[countries.iso_a2.str.fullmatch("[A-Z]{2}") & countries.NAME.notna()]
    for code, rows in named.groupby("iso_a2"):
        name = repairs.repaired("country", rows.NAME.iloc[0], code)
        if name is None:
            continue
        parts = main_parts(shapely.union_all(rows.geometry.values), towns.get(code, ()))
        longitude, latitude = label_point(parts)
        yield Label("country", name, max(latitude, LOWEST_LABEL_LATITUDE), longitude,
                    rank_of_area(sum(map(area_km2, parts))), populations.get(code), code,
                    box_on_map(parts))
    yield VATICAN


def state_labels(sources, repairs):
    """Labels of states where states are large enough to be labelled."""
    states = pyogrio.read_dataframe(f"{sources}/{POLYGONS}", layer="states_provinces")
    states = states[states["name"].notna() & states.iso_a2.str.fullmatch("[A-Z]{2}")]
    for code, rows in states.groupby("iso_a2"):
        merged = [(name, shapely.union_all(same.geometry.values)) for name, same in rows.groupby("name")]
        areas = sorted(area_km2(shape) for _, shape in merged)
        if len(merged) < 3 or areas[len(areas) // 2] < MEDIAN_STATE_KM2:
            continue
        for found, shape in merged:
            name = repairs.repaired("state", found, code)
            if name is None or area_km2(shape) < SMALLEST_STATE_KM2:
                continue
            parts = main_parts(shape, ())
            longitude, latitude = label_point(parts)
            yield Label("state", name, latitude, longitude, rank_of_area(area_km2(shape)), None, code,
                        box_around([part.bounds for part in parts]))
