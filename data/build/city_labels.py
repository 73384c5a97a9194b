"""Labels of cities and capitals, from Natural Earth's populated places."""
import pyogrio

from label_table import Label, read_table

PLACES = "usr/share/magics/10m/ne_10m_populated_places_simple.shp"
# Natural Earth's own codes where its country has no ISO code in the polygons.
CODES = {"KOS": "XK", "SAH": "EH", "SDS": "SS", "SOL": "SO", "CYN": "CY", "ALD": "AX", "SJM": "SJ", "VAT": "VA"}


def read_cities(sources, countries, repairs):
    """Every populated place as a label of kind `city`.

    The code comes from the three-letter column: the two-letter one puts Dakar in San Marino."""
    codes = dict(zip(countries.ISO_A3, countries.iso_a2)) | CODES
    places = pyogrio.read_dataframe(f"{sources}/{PLACES}", read_geometry=False)
    for place in places.itertuples():
        code = codes.get(place.adm0_a3, "")
        name = repairs.repaired("city", place.name, code)
        if name is not None:
            population = int(place.pop_max) if place.pop_max > 0 else None
            yield Label("city", name, place.latitude, place.longitude, int(place.scalerank), population, code)


def with_capitals(cities):
    """The cities, those of capitals.tsv as `capital`; each row there must meet exactly one city."""
    wanted = {(row["code"], row["name"]) for row in read_table("capitals.tsv")}
    met = [(city.code, city.name) for city in cities if (city.code, city.name) in wanted]
    wrong = sorted(capital for capital in wanted if met.count(capital) != 1)
    if wrong:
        raise SystemExit(f"capitals.tsv: not met by exactly one city: {wrong}")
    for city in cities:
        is_capital = (city.code, city.name) in wanted
        yield Label("capital" if is_capital else "city", city.name, city.latitude, city.longitude,
                    city.rank, city.population, city.code)
