"""Labels of seas (our own list), lakes and rivers (Natural Earth)."""
import pyogrio
import shapely

from geography import area_km2, box_around, label_point
from label_table import Label, read_table

LAKES = "usr/share/magics/10m/ne_10m_ocean.shp"
RIVERS = "usr/share/magics/10m/ne_10m_rivers_lake_centerlines.shp"
# Lakes of a higher scale rank are small, and nobody has looked through their damaged names.
LAKE_SCALE_RANK_MAX = 5
# Ranks follow those of the seas: a label of rank r is worth showing from about zoom r + 1.
LAKE_STEPS_KM2 = ((25_000, 2), (15_000, 3), (8_000, 4), (2_500, 5), (600, 6))
# Headwaters bear the scale rank of the great river they end in; so a river's length counts as well.
RIVER_STEPS_DEGREES = ((12, 1), (8, 2), (5, 3), (3, 4), (2, 5), (1, 6))
LOWEST_RANK = 7
# Two shapes of one name this close, in degrees, are one water.
SAME_WATER_DEGREES = 3.0


def sea_labels():
    """Our own list of oceans and seas; every point lies on water."""
    for row in read_table("seas.tsv"):
        yield Label(row["kind"], row["name"], float(row["latitude"]), float(row["longitude"]), int(row["rank"]))


def clusters(shapes):
    """Groups the shapes of one name into separate waters."""
    groups = []
    for shape in sorted(shapes, key=lambda shape: shape.bounds):
        near = [group for group in groups if any(shape.distance(other) < SAME_WATER_DEGREES for other in group)]
        groups = [group for group in groups if all(group is not one for one in near)]
        groups.append([shape] + [other for group in near for other in group])
    return groups


def rank_by_steps(size, steps):
    """The rank of the first step that the size reaches."""
    return next((rank for step, rank in steps if size >= step), LOWEST_RANK)


def lake_labels(sources, repairs):
    """Named lakes with the box of their shape."""
    waters = pyogrio.read_dataframe(f"{sources}/{LAKES}")
    lakes = waters[waters.name.notna() & (waters.scaleran_2 <= LAKE_SCALE_RANK_MAX)].copy()
    lakes["shown"] = [repairs.repaired("lake", name) for name in lakes.name]
    for name, rows in lakes[lakes.shown.notna()].groupby("shown"):
        for group in clusters(rows.geometry.values):
            parts = list(shapely.get_parts(max(group, key=lambda shape: shape.area)))
            longitude, latitude = label_point(parts)
            rank = rank_by_steps(sum(map(area_km2, parts)), LAKE_STEPS_KM2)
            yield Label("lake", name, latitude, longitude, rank, box=box_around([part.bounds for part in parts]))


def river_labels(sources, repairs):
    """Named rivers: the middle of the longest piece of each."""
    rivers = pyogrio.read_dataframe(f"{sources}/{RIVERS}")
    rivers = rivers[rivers.name.notna() & (rivers.featurecla == "River") & rivers.geometry.notna()].copy()
    rivers["shown"] = [repairs.repaired("river", name) for name in rivers.name]
    for name, rows in rivers[rivers.shown.notna()].groupby("shown"):
        ranks = {line.wkb: int(rank) for line, rank in zip(rows.geometry, rows.scalerank)}
        for group in clusters(rows.geometry.values):
            merged = shapely.line_merge(shapely.union_all(group))
            longest = max(shapely.get_parts(merged), key=lambda line: line.length)
            middle = longest.interpolate(0.5, normalized=True)
            rank = max(min(ranks[line.wkb] for line in group), rank_by_steps(merged.length, RIVER_STEPS_DEGREES))
            yield Label("river", name, middle.y, middle.x, rank)
