#!/usr/bin/env python3
"""Opens a file of each format with the lock and without, and says what strace sees.

usage: check-lock.py PROGRAM [FORMAT …]

For each format: whether the output is the same, how many different system calls there were, and which of them the lock
refused. A refusal is a call that failed with EPERM, ENOSYS or EACCES under the lock and not without it.
"""
import collections
import gzip
import os
import re
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.path.join(ROOT, "Tests", "Corpus")
CALL = re.compile(r"^\d+\s+(?:<\.\.\. )?(\w+)(?:\(| resumed>)")
REFUSED = re.compile(r"^\d+\s+(?:<\.\.\. )?(\w+)(.*)= -1 (EPERM|ENOSYS|EACCES) ")
TABLE = "name,lat,lon\nAlpha,48.85,2.35\nBeta,52.52,13.4\n"


def run(*arguments):
    return subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def converted(folder, name, driver, csv):
    path = os.path.join(folder, name)
    run("ogr2ogr", "-f", driver, path, csv, "-oo", "X_POSSIBLE_NAMES=lon", "-oo", "Y_POSSIBLE_NAMES=lat",
        "-a_srs", "EPSG:4326", "-nln", "places", "-dsco", "GPX_USE_EXTENSIONS=YES")
    return path


def samples(folder):
    """A path and options for each format."""
    csv = os.path.join(folder, "places.csv")
    with open(csv, "w") as file:
        file.write(TABLE)
    yield "csv", [csv]
    yield "standard input", ["-"]
    yield "csv, another system", [csv, "--crs", "EPSG:3857"]
    compressed = csv + ".gz"
    with gzip.open(compressed, "wt") as file:
        file.write(TABLE)
    yield "gzip", [compressed]
    for name, driver in [
        ("places.geojson", "GeoJSON"), ("places.ndjson", "GeoJSONSeq"), ("places.kml", "KML"), ("places.gpx", "GPX"),
        ("places.gpkg", "GPKG"), ("places.sqlite", "SQLite"), ("places.xlsx", "XLSX"), ("places.ods", "ODS"),
        ("shape.shp", "ESRI Shapefile"), ("places.gml", "GML"), ("places.fgb", "FlatGeobuf"),
    ]:
        try:
            yield name.split(".")[-1], [converted(folder, name, driver, csv)]
        except (OSError, subprocess.CalledProcessError):
            print(f"{name}\tnot made here", file=sys.stderr)
    yield "two layers", [csv, os.path.join(folder, "places.geojson")]
    yield "google", [os.path.join(CORPUS, "google", "records.json")]
    yield "nmea", ["track", os.path.join(CORPUS, "nmea", "whole.nmea")]
    archive = os.path.join(folder, "places.zip")
    with zipfile.ZipFile(archive, "w") as file:
        file.write(csv, "places.csv")
    yield "zip", [archive]
    kmz = os.path.join(folder, "doc.kmz")
    with zipfile.ZipFile(kmz, "w") as file:
        file.write(os.path.join(folder, "places.kml"), "doc.kml")
    yield "kmz", [kmz]
    shapes = os.path.join(folder, "shape.zip")
    if os.path.exists(os.path.join(folder, "shape.shp")):
        with zipfile.ZipFile(shapes, "w") as file:
            for ending in ("shp", "shx", "dbf", "prj"):
                file.write(os.path.join(folder, "shape." + ending), "shape." + ending)
        yield "zipped shapefile", [shapes]
    duckdb = os.environ.get("TERMMAP_DUCKDB")
    if duckdb:
        parquet = os.path.join(folder, "places.parquet")
        run(duckdb, "-c", f"COPY (FROM '{csv}') TO '{parquet}'")
        yield "parquet", [parquet]
        yield "parquet, statement", [parquet, "--sql", f"SELECT * FROM '{csv}'"]
    for name in ("TERMMAP_TEST_POSTGRESQL", "TERMMAP_TEST_CLICKHOUSE"):
        if os.environ.get(name):
            yield name[13:].lower(), os.environ[name].split()
    yield "pmtiles", ["--basemap", os.path.join(CORPUS, "pmtiles", "whole.pmtiles"), "--once", csv]


def traced(program, arguments, folder, options):
    trace = os.path.join(folder, "trace")
    if arguments[0] == "track":
        options = [arguments[0], *options]
        arguments = arguments[1:]
    elif "--once" not in arguments:
        arguments = [*arguments, "--list"]
    done = subprocess.run(
        ["strace", "-f", "-qq", "-o", trace, program, *options, *arguments], input=TABLE.encode(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "LANG": "C.UTF-8"})
    calls, refused = collections.Counter(), collections.Counter()
    with open(trace, errors="replace") as file:
        for line in file:
            if call := CALL.match(line):
                calls[call[1]] += 1
            if found := REFUSED.match(line):
                text = re.search(r'"([^"]*)"', found[2])
                refused[f"{found[1]}({text[1] if text else ''}) {found[3]}"] += 1
    return done, calls, refused


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    failures, all_calls = 0, collections.Counter()
    print("format\texit\toutput\tcalls\tdifferent\trefused by the lock")
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments in samples(folder):
            if wanted and name not in wanted:
                continue
            free, _, usual = traced(program, arguments, folder, ["--no-lock"])
            locked, calls, refused = traced(program, arguments, folder, ["--locked"])
            same = (free.returncode, free.stdout, free.stderr) == (locked.returncode, locked.stdout, locked.stderr)
            failures += not same
            all_calls += calls
            # Temporary names differ from run to run.
            added = sorted(set(refused) - set(usual))
            print(f"{name}\t{locked.returncode}\t{'same' if same else 'DIFFERS'}\t{calls.total()}\t{len(calls)}\t"
                  + (", ".join(added) or "none"), flush=True)
            if not same:
                print(free.stderr.decode(errors="replace"), locked.stderr.decode(errors="replace"), file=sys.stderr)
    print(f"\n{len(all_calls)} different calls: " + " ".join(sorted(all_calls)))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
