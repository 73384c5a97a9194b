#!/usr/bin/env python3
"""Rows for looking at density: N places spread round the airports that TermMap ships, as CSV on standard output.

    data/build/spread_airports.py [N [SEED]] > /tmp/million.csv          # a million, 4 s, the same each time

Airports with flights (an IATA code) have eight times the rows of others; distances are log-normal, some 5 km. Needs
nothing but Python.
"""
import csv, math, os, random, sys

def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 3)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "airports.csv")
    with open(path, encoding="utf8") as file:
        airports = [(float(a["lat"]), float(a["lon"]), 8 if a["iata"] else 1) for a in csv.DictReader(file)]
    weights = [a[2] for a in airports]
    out = sys.stdout
    out.write("id,latitude,longitude\n")
    for number, (lat, lon, _) in enumerate(rng.choices(airports, weights, k=count), 1):
        spread = 0.05 * math.exp(rng.gauss(0, 1))
        y = min(max(lat + rng.gauss(0, 1) * spread, -90), 90)
        x = lon + rng.gauss(0, 1) * spread / max(math.cos(math.radians(lat)), 0.1)
        out.write(f"{number},{y:.5f},{(x + 180) % 360 - 180:.5f}\n")

main()
