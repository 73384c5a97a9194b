#!/usr/bin/env python3
"""Compares termmap with the current ClickHouse: tools/check-clickhouse-current.py PROGRAM

The engine is that of PyPI's chdb, in this process, behind a small HTTP server on loopback. It runs one statement at a
time; access rights and KILL QUERY are not there. What termmap prints is compared with the engine's own SQL.
"""
import csv
import http.server
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import urllib.parse

from chdb import session

ROWS = 30_000
TABLE = """
CREATE TABLE places (id UInt64, name Nullable(String), kind LowCardinality(String), price Nullable(Float64),
    seen DateTime64(3, 'UTC'), open Bool, tags Array(String), lat Float64, lon Float64)
ENGINE = MergeTree ORDER BY (floor(lat), lon)
"""
FILL = f"""
INSERT INTO places SELECT number, nullIf(concat('Café ', toString(number)), 'Café 7'),
    ['cafe', 'bar', 'hotel'][number % 3 + 1], if(number % 10 = 0, NULL, toFloat64(number % 1000)),
    toDateTime64('2024-01-01 00:00:00', 3, 'UTC') + number, number % 2 = 0, ['a', 'b'],
    -60 + (cityHash64(number) % 1300000) / 10000, -170 + (cityHash64(number + 7) % 3400000) / 10000
FROM numbers({ROWS})
"""


class Engine:
    """chdb, for one statement at a time."""

    def __init__(self, folder):
        self.session = session.Session(folder)
        self.lock = threading.Lock()
        for statement in ["CREATE DATABASE IF NOT EXISTS default", "USE default", TABLE, FILL]:
            self.run(statement)

    def run(self, statement, form="TSV"):
        with self.lock:
            return self.session.query(statement, form).bytes()

    def rows(self, statement):
        """The values of each row, as text."""
        return list(csv.reader(io.StringIO(self.run(statement, "CSV").decode())))


def serve(engine):
    """A server for the statements that termmap sends; its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_POST(self):
            statement = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode().strip().rstrip(";")
            options = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query, keep_blank_values=True))
            form = options.pop("default_format", "TSV")
            for name in ("query_id", "wait_end_of_query", "database"):
                options.pop(name, None)
            if options and statement.upper().startswith(("SELECT", "WITH")):
                quoted = (f"{name} = '{value}'" for name, value in options.items())
                statement += " SETTINGS " + ", ".join(quoted)
            try:
                body, status = engine.run(statement, form), 200
            except Exception as error:
                body, status = str(error).encode(), 500
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


class Check:
    def __init__(self, program, engine):
        self.command = [program, f"clickhouse://127.0.0.1:{serve(engine)}/default", "--table", "places"]
        self.engine = engine
        self.failures = 0

    def termmap(self, *options):
        found = subprocess.run(self.command + list(options), capture_output=True, text=True, timeout=300)
        if found.returncode not in (0, 1):
            print(found.stderr.strip())
        return found.stdout

    def ids(self, *options):
        return sorted(int(row["id"]) for row in csv.DictReader(io.StringIO(self.termmap(*options, "-o", "csv"))))

    def compare(self, what, found, expected):
        is_equal = found == expected
        self.failures += not is_equal
        print("ok  " if is_equal else "FAIL", what, "" if is_equal else f"\n  found {found!r:.300}\n  expected {expected!r:.300}")

    def compare_ids(self, what, condition, *options):
        expected = sorted(int(row[0]) for row in self.engine.rows(f"SELECT id FROM places WHERE {condition}"))
        self.compare(f"{what}: {len(expected)} rows", self.ids(*options), expected)


def main():
    folder = tempfile.mkdtemp(prefix="termmap-chdb-")
    engine = Engine(folder)
    print("ClickHouse", engine.rows("SELECT version()")[0][0])
    check = Check(sys.argv[1], engine)
    check.compare_ids("all rows", "1")
    box = "lat >= 40 AND lat <= 50 AND lon >= 5 AND lon <= 20"
    check.compare_ids("a box", box, "--bbox", "5,40,20,50")
    for text, condition in [
        ("kind = 'bar' AND price > 500", "kind = 'bar' AND price > 500"),
        ("price IS NULL", "price IS NULL"),
        ("name LIKE 'Café 12%'", "name LIKE 'Café 12%'"),
        ("ACCENTI(CASEI(name)) LIKE 'cafe 12%'", "name LIKE 'Café 12%'"),
        ("seen < TIMESTAMP('2024-01-01T00:10:00Z')", "seen < toDateTime64('2024-01-01 00:10:00', 3, 'UTC')"),
        ("open = TRUE AND lat > 30", "open AND lat > 30"),
    ]:
        check.compare_ids(text, condition, "--where", text)
    nearest = engine.rows(
        "SELECT id FROM places ORDER BY greatCircleDistance(8.5, 47.4, lon, lat), id LIMIT 5"
    )
    near = csv.DictReader(io.StringIO(check.termmap("--near", "47.4,8.5", "--limit", "5", "-o", "csv")))
    check.compare("the five nearest", [row["id"] for row in near], [row[0] for row in nearest])
    row = json.loads(check.termmap("--where", "id = 5", "-o", "ndjson") or "{}")
    check.compare("the values of a row", [row.get("name"), row.get("kind"), row.get("price")], ["Café 5", "hotel", 5])
    columns = check.termmap("--columns").splitlines()[0]
    check.compare("columns", columns.split(" of ")[0], "9 columns")
    matching = engine.rows("SELECT count() FROM places WHERE lat > 0")[0][0]
    view = check.termmap("--list", "--where", "lat > 0").splitlines()[-1]
    check.compare("counts of the world", f" of {matching} " in view, True)
    shutil.rmtree(folder, ignore_errors=True)
    sys.stdout.flush()
    # The engine complains at its end.
    os._exit(1 if check.failures else 0)


main()
