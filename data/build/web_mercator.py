"""The Web Mercator square of the basemap: x runs right and y runs down, both from 0 to 1."""
import math

import numpy as np

MAX_LATITUDE = 85.05112878
TILE_EXTENT = 4096


def project_array(coordinates):
    """World points of an array of (longitude, latitude) rows, in degrees."""
    latitude = np.clip(coordinates[:, 1], -MAX_LATITUDE, MAX_LATITUDE)
    sine = np.sin(np.radians(latitude))
    x = (coordinates[:, 0] + 180) / 360
    y = 0.5 - np.log((1 + sine) / (1 - sine)) / (4 * math.pi)
    return np.column_stack([x, y])


def project_point(longitude, latitude):
    """The world point of one coordinate, in degrees."""
    x, y = project_array(np.array([[longitude, latitude]], dtype=float))[0]
    return float(x), float(y)


def unit_of(grid_zoom):
    """The side of one tile unit of that grid, as a share of the world's width."""
    return 1 / ((1 << grid_zoom) * TILE_EXTENT)
