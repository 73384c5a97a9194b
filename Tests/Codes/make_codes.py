#!/usr/bin/env python3
"""Writes codes.tsv and corners.tsv, the same bytes each time: python3 Tests/Codes/make_codes.py

Needs h3 4.5.0, s2cell 1.8.0, s2sphere 0.2.5, mgrs 1.6.0, utm 0.9.0, pyproj 3.7.2, openlocationcode 1.0.1, pygeohash 3.5.1,
maidenhead 1.8.0 and mercantile 1.2.1 from PyPI. The middles are those of these packages; of UTM and MGRS they are
computed by PROJ, from the numbers and corners of the packages.
"""

import math
import os
import random

import h3
import maidenhead
import mercantile
import mgrs
import pygeohash
import s2cell
import s2sphere
import utm
from openlocationcode import openlocationcode
from pyproj import Transformer

HERE = os.path.dirname(os.path.abspath(__file__))
COUNT = 220
chance = random.Random(20261127)
military = mgrs.MGRS()
planes = {}


def place():
    """Anywhere, and often at 180°, a pole, the edge of a zone or band, or in Norway and Svalbard."""
    latitude, longitude = math.degrees(math.asin(chance.uniform(-1, 1))), chance.uniform(-180, 180)
    kind = chance.randrange(16)
    if kind == 0:
        longitude = chance.choice((-1, 1)) * (180 - chance.random() * 1e-3)
    elif kind == 1:
        latitude = chance.choice((-1, 1)) * (90 - chance.random() * 3)
    elif kind == 2:
        longitude = chance.randrange(-29, 30) * 6 + chance.uniform(-1e-3, 1e-3)
    elif kind == 3:
        latitude = chance.randrange(-9, 10) * 8 + chance.uniform(-1e-3, 1e-3)
    elif kind == 4:
        latitude, longitude = chance.uniform(55, 85), chance.uniform(-1, 44)
    return latitude, longitude


def plane(code):
    if code not in planes:
        planes[code] = Transformer.from_crs(code, 4326, always_xy=True)
    return planes[code]


def middle_of_square(code, digits):
    side = 10 ** (5 - digits)
    if code[0].isdigit():
        zone, side_of_equator, east, north = military.MGRSToUTM(code)
        system = (32600 if side_of_equator in ("N", b"N") else 32700) + zone
    else:
        numbers = code[3:]
        corner = code[:3] + numbers[:digits].ljust(5, "0") + numbers[digits:].ljust(5, "0")
        latitude, longitude = military.toLatLon(corner)
        system = 32661 if code[0] in "YZ" else 32761
        east, north = plane(system).transform(longitude, latitude, direction="INVERSE")
    east, north = (east + 0.25) // side * side, (north + 0.25) // side * side
    longitude, latitude = plane(system).transform(east + side / 2, north + side / 2)
    return latitude, longitude


def family(cell, resolution):
    for _ in range(resolution):
        cell = chance.choice(sorted(h3.cell_to_children(cell)))
    return cell


def hexagons():
    base = sorted(h3.get_res0_cells())
    cells = {cell for resolution in range(16) for cell in h3.get_pentagons(resolution)}
    cells |= {family(cell, resolution) for resolution in range(16) for cell in chance.sample(base, 30)}
    cells |= {family(cell, chance.randrange(16)) for cell in base for _ in range(2)}
    pentagons = sorted(h3.get_pentagons(0))
    cells |= {family(cell, resolution) for resolution in range(1, 16) for cell in chance.sample(pentagons, 8)}
    return sorted(cells)


def codes():
    for cell in hexagons():
        yield ("h3", cell, *h3.cell_to_latlng(cell), h3.get_resolution(cell))
    for _ in range(COUNT):
        latitude, longitude = place()
        level = chance.randrange(1, 13)
        code = pygeohash.encode(latitude, longitude, level)
        found = pygeohash.decode_exactly(code)
        yield ("geohash", code, found.latitude, found.longitude, level)
        level = chance.randrange(31)
        code = s2cell.lat_lon_to_token(latitude, longitude, level)
        yield ("s2", code, *s2cell.token_to_lat_lon(code), level)
        level = chance.choice((2, 4, 6, 8, 10, 11, 12, 13, 14, 15))
        code = openlocationcode.encode(latitude, longitude, level)
        found = openlocationcode.decode(code)
        yield ("plusCode", code, found.latitudeCenter, found.longitudeCenter, level)
        level = chance.randrange(6)
        code = military.toMGRS(latitude, longitude, MGRSPrecision=level)
        yield ("mgrs", code, *middle_of_square(code, level), level)
        level = chance.randrange(1, 6)
        code = maidenhead.to_maiden(latitude, longitude, max(level, 2))[: 2 * level]
        found = maidenhead.to_location(code, center=True)
        yield ("maidenhead", code[:4] + code[4:].lower(), *found, 2 * level)
        if -80 <= latitude < 84:
            east, north, zone, band = utm.from_latlon(latitude, longitude)
            east, north = round(float(east)), round(float(north))
            system = (32600 if latitude >= 0 else 32700) + zone
            found = plane(system).transform(east, north)
            # S alone is the south.
            band = " north" if band == "S" else band
            yield ("utm", f"{zone}{band} {east} {north}", found[1], found[0], 5)
        if abs(latitude) < 85:
            level = chance.randrange(1, 24)
            tile = mercantile.tile(longitude, latitude, level)
            found = mercantile.ul(mercantile.Tile(2 * tile.x + 1, 2 * tile.y + 1, level + 1))
            yield ("quadkey", mercantile.quadkey(tile), found.lat, found.lng, level)


def corners():
    for resolution in range(6):
        cells = sorted(h3.get_pentagons(resolution))[::3]
        cells += [family(cell, resolution) for cell in chance.sample(sorted(h3.get_res0_cells()), 12)]
        for cell in cells:
            yield ("h3", cell, h3.cell_to_boundary(cell))
    for _ in range(40):
        token = s2cell.lat_lon_to_token(*place(), chance.randrange(12))
        cell = s2sphere.Cell(s2sphere.CellId.from_token(token))
        points = [s2sphere.LatLng.from_point(cell.get_vertex(number)) for number in range(4)]
        yield ("s2", token, [(point.lat().degrees, point.lng().degrees) for point in points])


def main():
    with open(os.path.join(HERE, "codes.tsv"), "w") as file:
        for notation, code, latitude, longitude, level in sorted(set(codes())):
            file.write(f"{notation}\t{code}\t{latitude:.10f}\t{longitude:.10f}\t{level}\n")
    with open(os.path.join(HERE, "corners.tsv"), "w") as file:
        for notation, code, points in corners():
            numbers = [f"{number:.9f}" for point in points for number in point]
            file.write("\t".join([notation, code, *numbers]) + "\n")


if __name__ == "__main__":
    main()
