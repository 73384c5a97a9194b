#!/usr/bin/env python3
"""Draws where a program spends its time: `perf script | swift demangle --simplified | tools/flame-graph.py TITLE > a.svg`.

Each box is a function: as wide as the share of samples in which it ran or called others, those it calls above it. Record
with `perf record -F 1000 -e cpu-clock -g PROGRAM…`, of a program that is not stripped.
"""

import html
import re
import sys

WIDTH, ROW, LEAST = 1200, 17, 1.2


class Box:
    def __init__(self):
        self.samples = 0
        self.children = {}

    def add(self, stack):
        box = self
        box.samples += 1
        for name in stack:
            box = box.children.setdefault(name, Box())
            box.samples += 1

    def depth(self, least):
        shown = [child.depth(least) for child in self.children.values() if child.samples >= least]
        return 1 + max(shown, default=0)


def name_of(line):
    """The function of a line `ADDRESS NAME+0x12 (FILE)`, without arguments."""
    name = line.strip().split(" ", 1)[1].rsplit(" (", 1)[0].rsplit("+0x", 1)[0]
    name = re.sub(r"closure #\d+ in |specialized |partial apply for |static |\(.*\)$", "", name)
    return name if name != "[unknown]" else "unknown"


def read(lines):
    root, stack = Box(), []
    for line in lines:
        if line.startswith(("\t", " ")) and line.strip():
            stack.append(name_of(line))
        elif stack and not line.strip():
            root.add(reversed(stack))
            stack = []
    return root


def draw(box, name, x, row, height, scale, root):
    width = box.samples * scale
    if width < LEAST:
        return
    y = height - (row + 1) * ROW
    share = f"{name}: {100 * box.samples / root:.1f} %"
    hue = 20 + sum(name.encode()) % 35
    print(
        f'<g><title>{html.escape(share)}</title><rect x="{x:.1f}" y="{y}" width="{max(width - 0.4, 0.4):.1f}" '
        f'height="{ROW - 1}" fill="hsl({hue} 75% 68%)"/>'
    )
    room = int(width / 6.3)
    if room > 3:
        text = name if len(name) <= room else name[: room - 1] + "…"
        print(f'<text x="{x + 2:.1f}" y="{y + 12}">{html.escape(text)}</text>')
    print("</g>")
    for child_name, child in sorted(box.children.items()):
        draw(child, child_name, x, row + 1, height, scale, root)
        x += child.samples * scale


root = read(sys.stdin)
if not root.samples:
    sys.exit("flame-graph: no samples on standard input (perf script)")
scale = WIDTH / root.samples
height = root.depth(LEAST / scale) * ROW + 26
title = html.escape(" ".join(sys.argv[1:]))
print(
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="monospace" font-size="10.5">'
    f'<rect width="100%" height="100%" fill="#fff"/><text x="6" y="16" font-size="13">{title}</text>'
)
draw(root, f"all: {root.samples} samples", 0, 0, height, scale, root.samples)
print("</svg>")
