-- A million places for `Benchmarks engines`: nine tenths around 200 × 200 towns, the rest anywhere.
-- psql -f Benchmarks/postgresql.sql DATABASE
CREATE EXTENSION IF NOT EXISTS postgis;
DROP TABLE IF EXISTS bench_bare, bench_plain, bench_geometry, bench_geography;
SELECT setseed(0.42);
CREATE TABLE bench_bare AS
SELECT i AS id, 'place ' || i AS name,
    CASE WHEN i % 10 = 0 THEN random() * 170 - 85
        ELSE greatest(-85, least(85, i * 7919 % 200 * 0.6 - 50 + (random() + random() + random() - 1.5) * 4))
    END AS lat,
    CASE WHEN i % 10 = 0 THEN random() * 360 - 180
        ELSE greatest(-180, least(179.99, i * 104729 / 7 % 200 * 1.7 - 170 + (random() + random() + random() - 1.5) * 6))
    END AS lon
FROM generate_series(1, 1000000::bigint) AS i;
ALTER TABLE bench_bare ADD PRIMARY KEY (id);
CREATE TABLE bench_plain AS TABLE bench_bare;
ALTER TABLE bench_plain ADD PRIMARY KEY (id);
CREATE INDEX ON bench_plain (lat, lon);
CREATE TABLE bench_geometry AS
SELECT id, name, ST_SetSRID(ST_MakePoint(lon, lat), 4326)::geometry(Point, 4326) AS geom FROM bench_bare;
ALTER TABLE bench_geometry ADD PRIMARY KEY (id);
CREATE INDEX ON bench_geometry USING gist (geom);
CREATE TABLE bench_geography AS SELECT id, name, geom::geography(Point) AS geog FROM bench_geometry;
ALTER TABLE bench_geography ADD PRIMARY KEY (id);
CREATE INDEX ON bench_geography USING gist (geog);
VACUUM ANALYZE bench_bare, bench_plain, bench_geometry, bench_geography;
