#!/usr/bin/env python3
"""Draws a piece of a basemap to a PNG, to be looked at. West may be greater than east: across 180°.

    render_basemap.py <out.png> <west> <south> <east> <north> <file.tmb> <level number> [<width in pixels>]
"""
import sys

import numpy as np
from PIL import Image, ImageDraw

from tmb_reader import TmbFile
from web_mercator import project_point

SEA, GROUND = (168, 200, 224), (242, 239, 230)
COAST = (59, 106, 140)
PAINTED_IN_TURN = (((1, 0), GROUND), ((2, 0), SEA), ((1, 1), GROUND), ((2, 1), SEA))
LINE_COLOURS = {3: (128, 48, 112), 4: (176, 154, 176), 5: (111, 160, 208)}
DISPUTED = (192, 32, 32)


class Picture:
    """The rings and lines of one view, in pixels."""

    def __init__(self, basemap, level_number, box, width):
        west, south, east, north = box
        self.left, self.top = project_point(west, north)
        right, bottom = project_point(east + (360 if east <= west else 0), south)
        self.scale = width / (right - self.left)
        self.size = (width, max(1, round((bottom - self.top) * self.scale)))
        self.extent, self.rings, self.lines = basemap.extent, {}, []
        side = basemap.levels[level_number].side
        for column in range(int(np.floor(self.left * side)), int(np.floor(right * side)) + 1):
            for row in range(max(0, int(self.top * side)), min(side - 1, int(bottom * side)) + 1):
                self._collect(basemap, level_number, side, column, row)

    def _collect(self, basemap, level_number, side, column, row):
        extent = self.extent

        def to_pixels(points):
            world = points / extent / side + (column / side, row / side)
            return (world - (self.left, self.top)) * self.scale

        if basemap.is_all_land(level_number, column % side, row):
            corners = np.array([[0, 0], [extent, 0], [extent, extent], [0, extent]])
            self.rings.setdefault((1, 0), []).append((corners, to_pixels(corners)))
        for layer, attribute, points in basemap.parts(level_number, column % side, row):
            if layer <= 2:
                self.rings.setdefault((layer, attribute), []).append((points, to_pixels(points)))
            else:
                self.lines.append((layer, attribute, to_pixels(points)))

    def mask(self, key):
        """The pixels inside the rings of one layer and attribute, by the even-odd rule."""
        width, height = self.size
        starts = np.concatenate([pixels for _, pixels in self.rings[key]])
        stops = np.concatenate([np.roll(pixels, -1, axis=0) for _, pixels in self.rings[key]])
        first = np.clip(np.ceil(np.minimum(starts[:, 1], stops[:, 1]) - 0.5), 0, height).astype(int)
        last = np.clip(np.ceil(np.maximum(starts[:, 1], stops[:, 1]) - 0.5), 0, height).astype(int)
        counts = last - first
        edges = np.repeat(np.arange(len(starts)), counts)
        rows = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + first[edges]
        slope = (stops[edges, 0] - starts[edges, 0]) / (stops[edges, 1] - starts[edges, 1])
        at = starts[edges, 0] + (rows + 0.5 - starts[edges, 1]) * slope
        flips = np.zeros((height, width + 1), dtype=np.int64)
        np.add.at(flips, (rows, np.clip(np.ceil(at - 0.5), 0, width).astype(int)), 1)
        return np.cumsum(flips, axis=1)[:, :width] & 1 == 1

    def draw(self):
        """The finished picture."""
        pixels = np.full((self.size[1], self.size[0], 3), SEA, dtype=np.uint8)
        for key, colour in PAINTED_IN_TURN:
            if key in self.rings:
                pixels[self.mask(key)] = colour
        image = Image.fromarray(pixels)
        pen = ImageDraw.Draw(image)
        for layer, attribute, points in sorted(self.lines, key=lambda line: -line[0]):
            colour = DISPUTED if (layer, attribute) == (3, 1) else LINE_COLOURS[layer]
            pen.line([tuple(point) for point in points], fill=colour)
        for units, points in (ring for rings in self.rings.values() for ring in rings):
            self._stroke_coast(pen, units, points)
        return image

    def _stroke_coast(self, pen, units, points):
        """Strokes a ring, but not what lies along a tile edge: that is the cut, not coast."""
        after = np.roll(units, -1, axis=0)
        on_edge = ((units == after) & ((units == 0) | (units == self.extent))).any(axis=1)
        for start, stop in zip(points[~on_edge], np.roll(points, -1, axis=0)[~on_edge]):
            pen.line([tuple(start), tuple(stop)], fill=COAST)


def main():
    out, box, path = sys.argv[1], [float(text) for text in sys.argv[2:6]], sys.argv[6]
    width = int(sys.argv[8]) if len(sys.argv) > 8 else 1400
    Picture(TmbFile(path), int(sys.argv[7]), box, width).draw().save(out)


if __name__ == "__main__":
    main()
