"""What other libraries need for the questions of `make bench`, on the same file in the same run.

`peers.py all FILE` and, without indexes, `peers.py files FILE` print a line for each measurement: what, who, wall and
processor milliseconds, separated by tabs. A library that is not installed is left out. `peers.py read LIBRARY FILE` reads
the file. `make bench-peers` makes the environment.
"""

import sys
import time


def report(what, who, body, rounds=3):
    """The best of some rounds; the last result."""
    best = (float("inf"), float("inf"))
    result = None
    for _ in range(rounds):
        wall, cpu = time.perf_counter(), time.process_time()
        result = body()
        best = min(best, (time.perf_counter() - wall, time.process_time() - cpu))
    print(f"{what}\t{who}\t{best[0] * 1e3}\t{best[1] * 1e3}", flush=True)
    return result


def places(path):
    """Longitudes and latitudes of the file, read by whichever library is installed."""
    try:
        import polars

        frame = report(
            "read CSV",
            f"polars {polars.__version__}, two columns",
            lambda: polars.scan_csv(path).select("lat", "lon").collect(),
        )
        table = (frame["lon"].to_numpy(), frame["lat"].to_numpy())
    except ImportError:
        table = None
    try:
        import duckdb

        columns = report(
            "read CSV",
            f"DuckDB {duckdb.__version__}, two columns",
            lambda: duckdb.sql(f"SELECT lon, lat FROM read_csv('{path}')").fetchnumpy(),
        )
        return table or (columns["lon"], columns["lat"])
    except ImportError:
        return table


def index(longitudes, latitudes):
    """Indexes of points, and what is nearby, by cKDTree on the unit sphere."""
    try:
        import numpy
        import scipy
        from scipy.spatial import cKDTree
    except ImportError:
        return
    angles = numpy.radians(latitudes), numpy.radians(longitudes)
    ring = numpy.cos(angles[0])
    points = numpy.column_stack([ring * numpy.cos(angles[1]), ring * numpy.sin(angles[1]), numpy.sin(angles[0])])
    name = f"scipy {scipy.__version__} cKDTree"
    tree = report("build index", name, lambda: cKDTree(points), rounds=1)
    some = points[:: max(len(points) // 1000, 1)][:1000]
    chord = 2 * numpy.sin(50 / 6371.0088 / 2)
    times = []
    for what, body in [
        ("count within 50 km", lambda point: tree.query_ball_point(point, chord, return_length=True)),
        ("10 nearest", lambda point: tree.query(point, k=10)),
    ]:
        times = []
        for point in some:
            start = time.process_time_ns()
            body(point)
            times.append((time.process_time_ns() - start) / 1e6)
        times.sort()
        print(f"{what}\t{name}, one by one\t{times[len(times) // 2]}\t{times[len(times) // 2]}", flush=True)


def supercluster(longitudes, latitudes):
    """Clusters of every zoom, made at once."""
    try:
        import numpy
        import pysupercluster
    except ImportError:
        return
    points = numpy.column_stack([longitudes, latitudes])
    body = lambda: pysupercluster.SuperCluster(points, min_zoom=0, max_zoom=16, radius=40, extent=256)
    clusters = report("build index", "pysupercluster, all zooms", body, rounds=1)
    box = {"top_left": (-60.0, 70.0), "bottom_right": (60.0, -30.0), "zoom": 4}
    report("clusters, median and p99", "pysupercluster, zoom 4", lambda: clusters.getClusters(**box))


def areas(path, longitudes, latitudes):
    """How many points lie in each of the areas beside the file, one polygon a line, as WKT."""
    try:
        lines = open(path + ".areas").read().splitlines()
    except OSError:
        return
    try:
        import numpy
        import shapely

        shapes = shapely.from_wkt(lines)
        # Points are made beforehand, as ours lie in the index.
        points = shapely.points(longitudes, latitudes)
        tree = shapely.STRtree(shapes)
        body = lambda: numpy.bincount(tree.query(points, predicate="intersects")[1], minlength=len(lines))
        report("count in 310 areas", f"shapely {shapely.__version__} STRtree", body, rounds=1)
    except ImportError:
        pass
    try:
        import duckdb

        db = duckdb.connect()
        try:
            db.sql("INSTALL spatial; LOAD spatial")
        except duckdb.Error:
            return  # The extension comes over the network.
        db.sql("CREATE TABLE areas AS SELECT unnest($lines) AS text", params={"lines": lines})
        db.sql("CREATE TABLE shapes AS SELECT rowid AS id, ST_GeomFromText(text) AS shape FROM areas")
        db.sql(f"CREATE TABLE points AS SELECT ST_Point(lon, lat) AS place FROM read_csv('{path}')")
        sql = "SELECT id, count(*) FROM points JOIN shapes ON ST_Intersects(shape, place) GROUP BY id"
        report("count in 310 areas", f"DuckDB {duckdb.__version__} spatial", lambda: db.sql(sql).fetchall(), rounds=1)
    except ImportError:
        pass


def questions(path):
    """What `--where`, `--by`, `--value` and `termmap summary` ask, and rows written as CSV."""
    try:
        import polars as pl

        name = f"polars {pl.__version__}"
        file = pl.scan_csv(path)
        places = file.select("lat", "lon", "elevation", "country")
        report("rows by a number", name, lambda: places.filter(pl.col("elevation") > 2000).select("lat", "lon").collect())
        body = lambda: places.group_by("country").agg(pl.len(), pl.mean("lat"), pl.mean("lon")).collect()
        report("rows by words", name, body)
        body = lambda: places.select(pl.mean("elevation"), pl.mean("lat"), pl.mean("lon")).collect()
        report("a figure of a column", name, body)
        words = file.filter(pl.col("name").str.starts_with("Place number 12")).select("lat", "lon")
        report("rows by words that differ", name, words.collect)
        report("summary of all columns", f"{name}, no frequencies", lambda: file.collect().describe())
        report("rows as csv", name, lambda: file.collect().write_csv("/dev/null"))
    except ImportError:
        pass
    try:
        import duckdb

        name = f"DuckDB {duckdb.__version__}"
        rows = f"read_csv('{path}')"
        ask = lambda sql: lambda: duckdb.sql(sql).fetchnumpy()
        report("rows by a number", name, ask(f"SELECT lat, lon FROM {rows} WHERE elevation > 2000"))
        report("rows by words", name, ask(f"SELECT country, count(*), avg(lat), avg(lon) FROM {rows} GROUP BY 1"))
        report("a figure of a column", name, ask(f"SELECT avg(elevation), avg(lat), avg(lon) FROM {rows}"))
        words = ask(f"SELECT lat, lon FROM {rows} WHERE name LIKE 'Place number 12%'")
        report("rows by words that differ", name, words)
        report("summary of all columns", f"{name}, estimates", ask(f"SUMMARIZE SELECT * FROM {rows}"))
        report("rows as csv", name, lambda: duckdb.sql(f"COPY (FROM {rows}) TO '/dev/null' (FORMAT csv)"))
    except ImportError:
        pass


def read(library, path):
    """Reads the two columns once, as a program of its own whose memory can be measured."""
    if library == "polars":
        import polars

        polars.scan_csv(path).select("lat", "lon").collect()
    else:
        import duckdb

        duckdb.sql(f"SELECT lon, lat FROM read_csv('{path}')").fetchnumpy()


if __name__ == "__main__":
    what, *names, path = sys.argv[1:]
    if what == "read":
        read(names[0], path)
    else:
        table = places(path)
        questions(path)
        if table is not None and what == "all":
            index(*table)
            areas(path, *table)
            # It takes seven seconds a million.
            supercluster(*table)
