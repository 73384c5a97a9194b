"""Boxes, label points and areas of shapes given in degrees."""
import math

import shapely

KM_PER_DEGREE = 111.2
# Parts closer than this many degrees belong together: Corsica to France, Guyane not.
LARGEST_GAP = 3.0
MOST_PARTS = 400
# Sarawak and Sabah hold more of Malaysia than this; Alaska, Réunion and the Azores less of theirs.
SMALLEST_SHARE_OF_PEOPLE = 0.1
AREA_STEPS_KM2 = (4_000_000, 1_000_000, 300_000, 100_000, 30_000, 5_000, 500)


def area_km2(geometry):
    """A rough area, good enough to rank by."""
    return sum(part.area * math.cos(math.radians(part.centroid.y))
               for part in shapely.get_parts(geometry)) * KM_PER_DEGREE ** 2


def rank_of_area(square_km):
    """0 for the largest, 7 for the smallest."""
    return sum(square_km < step for step in AREA_STEPS_KM2)


def box_around(bounds):
    """The smallest box round some bounds; it crosses 180° (west > east) where that makes it smaller."""
    south, north = min(b[1] for b in bounds), max(b[3] for b in bounds)
    spans = sorted((b[0], b[2]) for b in bounds)
    west, east = spans[0][0], max(span[1] for span in spans)
    widest_gap, reached = west + 360 - east, spans[0][1]
    for start, stop in spans[1:]:
        if start - reached > widest_gap:
            widest_gap, west, east = start - reached, start, reached
        reached = max(reached, stop)
    return west, south, east, north


def contains(box, longitude, latitude):
    """Whether a box, which may cross 180°, holds a point; the edges count."""
    west, south, east, north = box
    if not south <= latitude <= north:
        return False
    return west <= longitude <= east if west <= east else longitude >= west or longitude <= east


def groups_of_parts(geometry):
    """The parts of a shape, grouped by single linkage, across 180° as well."""
    parts = sorted(shapely.get_parts(geometry), key=lambda part: -part.area)[:MOST_PARTS]
    outlines = [part.simplify(0.05) for part in parts]
    leader = list(range(len(parts)))

    def find(number):
        while leader[number] != number:
            number = leader[number]
        return number

    tree = shapely.STRtree(outlines)
    for shift in (0, 360):
        shifted = [shapely.transform(outline, lambda points: points + (shift, 0)) for outline in outlines]
        for first, second in zip(*tree.query(shifted, predicate="dwithin", distance=LARGEST_GAP)):
            leader[find(int(first))] = find(int(second))
    groups = {}
    for number, part in enumerate(parts):
        groups.setdefault(find(number), []).append(part)
    return list(groups.values())


def main_parts(geometry, cities):
    """The parts worth zooming to: every group with a tenth of the people, else the largest group.

    `cities` are (longitude, latitude, population)."""
    def people_in(group):
        box = box_around([part.bounds for part in group])
        return sum(population for longitude, latitude, population in cities
                   if contains(box, longitude, latitude))

    groups = groups_of_parts(geometry)
    people = [people_in(group) for group in groups]
    if not any(people):
        return max(groups, key=lambda group: sum(part.area for part in group))
    enough = SMALLEST_SHARE_OF_PEOPLE * sum(people)
    return [part for group, count in zip(groups, people) if count >= enough for part in group]


def label_point(parts):
    """(longitude, latitude) in the widest place of the largest part.

    Labels are wide and low, so the shape is narrowed before the largest circle is sought."""
    largest = max(parts, key=lambda part: part.area)
    narrowed = shapely.transform(largest, lambda points: points * (0.5, 1))
    if narrowed.area < 1e-4:
        return largest.representative_point().coords[0]
    west, south, east, north = narrowed.bounds
    circle = shapely.maximum_inscribed_circle(narrowed, max(east - west, north - south) / 500)
    x, y = circle.coords[0]
    return 2 * x, y
