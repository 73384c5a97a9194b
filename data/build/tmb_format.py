"""Writing the compact basemap format TMB1 (little endian; described in the project's docs).

A level is a grid of 2^z by 2^z tiles. A tile is a blob of layers, each layer a list of attributes,
each attribute a list of parts (rings or lines) whose points are written as variable-length steps.
"""
import struct

from web_mercator import TILE_EXTENT

LAND, LAKE, COUNTRY_BORDER, STATE_BORDER, RIVER = 1, 2, 3, 4, 5


class Level:
    """The tiles of one level of detail, filled by `tile_clipper`."""

    def __init__(self, grid_zoom, zoom_min, zoom_max):
        self.grid_zoom, self.zoom_min, self.zoom_max = grid_zoom, zoom_min, zoom_max
        self.tiles = {}
        self.all_land = set()

    @property
    def side(self):
        """How many tiles the grid has in a row."""
        return 1 << self.grid_zoom

    def add(self, tile, layer, attribute, parts):
        """Puts parts, arrays of tile units, into `tile`, a pair (column, row)."""
        attributes = self.tiles.setdefault(tile, {}).setdefault(layer, {})
        attributes.setdefault(attribute, []).extend(parts)


def append_varint(number, out):
    """Appends an unsigned LEB128 number."""
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def zigzag(number):
    """Maps a signed number to an unsigned one, small ones to small ones."""
    return (number << 1) ^ (number >> 63)


def encode_parts(parts, out):
    """Appends the parts of one attribute; the running point carries on from part to part."""
    append_varint(len(parts), out)
    last_x = last_y = 0
    for part in parts:
        append_varint(len(part), out)
        for x, y in part.tolist():
            append_varint(zigzag(x - last_x), out)
            append_varint(zigzag(y - last_y), out)
            last_x, last_y = x, y


def encode_tile(layers):
    """The blob of one tile."""
    out = bytearray()
    for layer in sorted(layers):
        out.append(layer)
        append_varint(len(layers[layer]), out)
        for attribute in sorted(layers[layer]):
            out.append(attribute)
            encode_parts(layers[layer][attribute], out)
    return out


def encode_level(level):
    """The sections of one level: bitmap of whole-land tiles, index, blobs."""
    bitmap = bytearray((level.side * level.side + 7) // 8)
    for column, row in level.all_land:
        tile_id = row * level.side + column
        bitmap[tile_id >> 3] |= 1 << (tile_id & 7)
    index, blobs, last_id = bytearray(), bytearray(), 0
    for tile_id, tile in sorted((row * level.side + column, (column, row)) for column, row in level.tiles):
        blob = encode_tile(level.tiles[tile])
        append_varint(tile_id - last_id, index)
        append_varint(len(blob), index)
        blobs += blob
        last_id = tile_id
    return bytes(bitmap), bytes(index), bytes(blobs)


def write_tmb(path, levels, credit):
    """Writes the levels to a file and prints their sizes."""
    credit_bytes = credit.encode("utf-8")
    header = b"TMB1" + struct.pack("<HHI", TILE_EXTENT, len(levels), len(credit_bytes)) + credit_bytes
    offset = len(header) + 32 * len(levels)
    payload = b""
    for level in levels:
        sections = encode_level(level)
        header += struct.pack("<BBBxIIIIQI", level.grid_zoom, level.zoom_min, level.zoom_max, len(level.tiles),
                              *map(len, sections), offset + len(payload), 0)
        payload += b"".join(sections)
        print(f"  grid z{level.grid_zoom}: {len(level.tiles)} tiles, {len(level.all_land)} all land, "
              f"{sum(map(len, sections))} bytes")
    with open(path, "wb") as file:
        file.write(header + payload)
    print(f"{path}: {len(header) + len(payload)} bytes")
