"""Reading TMB1 files: written apart from `tmb_format`, so that a slip in one shows against the other."""
import struct
from dataclasses import dataclass

import numpy as np

from web_mercator import project_point


@dataclass(frozen=True)
class LevelDirectory:
    """Where the tiles of one level are: `index` maps a tile id to (offset, length)."""
    grid_zoom: int
    zoom_min: int
    zoom_max: int
    bitmap: bytes
    index: dict

    @property
    def side(self):
        return 1 << self.grid_zoom


class TmbFile:
    """An opened basemap; `parts(level, column, row)` decodes one tile."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:4] != b"TMB1":
            raise ValueError(f"{path}: not a TMB1 file")
        self.extent, level_count, credit_length = struct.unpack_from("<HHI", self.data, 4)
        self.credit = self.data[12:12 + credit_length].decode("utf-8")
        first = 12 + credit_length
        self.levels = [self._read_directory(first + 32 * number) for number in range(level_count)]

    def _read_directory(self, position):
        grid_zoom, zoom_min, zoom_max, zero, tile_count, bitmap_size, index_size, data_size, offset, rest = \
            struct.unpack_from("<BBBBIIIIQI", self.data, position)
        assert zero == 0 and rest == 0
        index, tile_id = {}, 0
        cursor = offset + bitmap_size
        blob = cursor + index_size
        for _ in range(tile_count):
            step, cursor = self._varint(cursor)
            length, cursor = self._varint(cursor)
            tile_id += step
            index[tile_id] = (blob, length)
            blob += length
        assert cursor == offset + bitmap_size + index_size and blob == cursor + data_size
        return LevelDirectory(grid_zoom, zoom_min, zoom_max, self.data[offset:offset + bitmap_size], index)

    def _varint(self, position):
        number = shift = 0
        while True:
            byte = self.data[position]
            position += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number, position

    def is_all_land(self, level_number, column, row):
        """Whether the bitmap marks the tile as land throughout."""
        level = self.levels[level_number]
        tile_id = row * level.side + column
        return bool(level.bitmap[tile_id >> 3] >> (tile_id & 7) & 1)

    def parts(self, level_number, column, row):
        """A list of (layer, attribute, points in tile units), one for each ring or line."""
        level = self.levels[level_number]
        position, length = level.index.get(row * level.side + column, (0, 0))
        end, found = position + length, []
        while position < end:
            layer = self.data[position]
            attribute_count, position = self._varint(position + 1)
            for _ in range(attribute_count):
                attribute = self.data[position]
                position = self._read_attribute(layer, attribute, position + 1, found)
        assert position == end
        return found

    def _read_attribute(self, layer, attribute, position, found):
        part_count, position = self._varint(position)
        x = y = 0
        for _ in range(part_count):
            point_count, position = self._varint(position)
            points = np.empty((point_count, 2), dtype=np.int64)
            for number in range(point_count):
                step_x, position = self._varint(position)
                step_y, position = self._varint(position)
                x += (step_x >> 1) ^ -(step_x & 1)
                y += (step_y >> 1) ^ -(step_y & 1)
                points[number] = x, y
            found.append((layer, attribute, points))
        return position


def crosses_odd(rings, x, y):
    """Whether a point is inside closed rings by the even-odd rule."""
    inside = False
    for ring in rings:
        after = np.roll(ring, -1, axis=0)
        spans = (ring[:, 1] <= y) != (after[:, 1] <= y)
        start, stop = ring[spans], after[spans]
        at = start[:, 0] + (y - start[:, 1]) * (stop[:, 0] - start[:, 0]) / (stop[:, 1] - start[:, 1])
        inside ^= bool((at > x).sum() & 1)
    return inside


def is_land(basemap, level_number, longitude, latitude):
    """Whether the level shows land there; land and lakes are painted in turn as the format says."""
    side = basemap.levels[level_number].side
    world_x, world_y = project_point(longitude, latitude)
    column, row = min(side - 1, int(world_x * side)), min(side - 1, int(world_y * side))
    x, y = (world_x * side - column) * basemap.extent, (world_y * side - row) * basemap.extent
    parts = basemap.parts(level_number, column, row)
    land = basemap.is_all_land(level_number, column, row)
    for layer, attribute, paints_land in ((1, 0, True), (2, 0, False), (1, 1, True), (2, 1, False)):
        rings = [points for found_layer, found, points in parts if (found_layer, found) == (layer, attribute)]
        if crosses_odd(rings, x, y):
            land = paints_land
    return land
