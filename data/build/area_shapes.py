"""The borders of countries and regions, packed so that a point can be looked up without unpacking them.

A shape is its rings one after another, each as varints (LEB128): bytes of the rest of the ring; west, south, width,
height of its box; how many points; then the points as zigzag steps from the one before, the first from the south-west
corner of the box. Units are 1/2000°, longitude counted from 180° W, latitude from 90° S. A point is inside by the
even-odd rule over all rings.
"""
import numpy
import shapely

UNITS_PER_DEGREE = 2_000
# Neighbours share their simplified edges, so that no point between two regions is in none or in both.
TOLERANCE_DEGREES = 0.004
SMALLEST_RING = 4


def varint(number):
    """LEB128."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


def zigzag(number):
    return number << 1 if number >= 0 else (-number << 1) - 1


def packed_ring(points):
    """One ring, given without its last point; empty where nothing is left of it."""
    units = numpy.rint((points + (180, 90)) * UNITS_PER_DEGREE).astype(int)
    units = units[numpy.any(units != numpy.roll(units, 1, axis=0), axis=1)]
    if len(units) < SMALLEST_RING - 1:
        return b""
    low, high = units.min(axis=0), units.max(axis=0)
    steps = numpy.diff(numpy.vstack([low, units]), axis=0)
    body = b"".join(varint(int(number)) for number in (*low, *(high - low), len(units)))
    body += b"".join(varint(zigzag(int(number))) for number in steps.ravel())
    return varint(len(body)) + body


def packed(shape):
    """All rings of a polygon or of several."""
    return b"".join(packed_ring(shapely.get_coordinates(ring)[:-1]) for polygon in shapely.get_parts(shape)
                    if polygon.geom_type == "Polygon" for ring in (polygon.exterior, *polygon.interiors))


def simplified(shapes):
    """The shapes of a coverage with fewer points and the same neighbours."""
    return shapely.coverage_simplify(shapely.set_precision(numpy.array(shapes), 0), TOLERANCE_DEGREES)
