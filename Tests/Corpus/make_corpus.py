#!/usr/bin/env python3
"""Writes the damaged inputs of the corpus, the same bytes each time: python3 Tests/Corpus/make_corpus.py

Needs zstd and gdal-bin. What each file must give stands in manifest.tsv (RECORD_CORPUS=1 rewrites it, to be read in the diff).
"""

import gzip
import io
import json
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "../../data")
DEGREES = (
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],'
    'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'
)
PLACES = [(f"Place {n}", 40 + n / 2, 2 + n / 4) for n in range(12)]


def write(path, content):
    path = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def damage(kind, ending, whole, seed, flips=3):
    """The whole file, and what a bad disk, line or program makes of it."""
    whole = whole if isinstance(whole, bytes) else whole.encode()
    chance = random.Random(seed)
    write(f"{kind}/whole.{ending}", whole)
    write(f"{kind}/empty.{ending}", b"")
    write(f"{kind}/cut.{ending}", whole[: len(whole) * 6 // 10])
    write(f"{kind}/last-byte-missing.{ending}", whole[:-1])
    write(f"{kind}/garbage-behind.{ending}", whole + bytes(chance.randrange(256) for _ in range(40)))
    middle = len(whole) // 2
    write(f"{kind}/nul-bytes.{ending}", whole[:middle] + b"\0\0\0" + whole[middle:])
    write(f"{kind}/hole.{ending}", whole[: len(whole) // 3] + whole[len(whole) * 2 // 3 :])
    for number in range(1, flips + 1):
        bytes_ = bytearray(whole)
        for _ in range(4):
            bytes_[chance.randrange(len(whole))] ^= chance.randrange(1, 256)
        write(f"{kind}/flipped-{number}.{ending}", bytes(bytes_))


def csv():
    text = "name,lat,lon,note\n" + "".join(f"{n},{a},{o},x\n" for n, a, o in PLACES)
    damage("csv", "csv", text, 1)
    write("csv/open-quote.csv", text.replace("Place 5,", '"Place 5,'))
    write("csv/ragged.csv", text.replace("Place 3,41.5,2.75,x", "Place 3,41.5") + "a,b,c,d,e,f,g\n,,,\n")
    write("csv/off-the-globe.csv", "name,lat,lon\na,91,0\nb,0,181\nc,nan,0\nd,1e400,0\ne,,\nf,1,2\n")
    write("csv/utf16.csv", text.encode("utf-16"))
    write("csv/latin1.csv", "name,lat,lon\nZürich,47.4,8.5\n".encode("latin-1"))
    write("csv/no-coordinates.csv", "name,note\na,b\n")
    write("csv/no-coordinates-quoted.csv", '"na""me","no\nte"\na,b\n')
    write("csv/controls.csv", "name,lat,lon\n\x1b[2J\x1b]0;x\x07,1,2\n\x9b31m,x,2\n".encode("latin-1"))
    write("csv/only-comments.csv", "# a\n# b\n")
    write("csv/only-a-separator.csv", "sep=;\n")
    write("csv/titles.csv", "Stations, 2024\n\n" + text)
    write("csv/titles-cut.csv", "Stations\nAs of May\nname,la")
    write("csv/blanks.txt", text.replace("Place ", "P").replace(",", "   "))
    write("csv/blanks-open-quote.txt", 'name lat lon\n"a 1 2\nb 3 4\n')
    write("csv/unmarked-utf16.csv", text.encode("utf-16-le"))
    write("csv/unmarked-utf16-cut.csv", text.encode("utf-16-le")[:101])
    write("csv/one-long-line.csv", "name,lat,lon\n" + "x" * 4000 + ",1,2\n")


def json_():
    objects = [{"name": n, "lat": a, "lon": o} for n, a, o in PLACES]
    damage("json", "json", json.dumps(objects), 2)
    write("json/deep.json", "[" * 3000 + "]" * 3000)
    write("json/huge-number.json", '[{"name":"a","lat":1e999,"lon":2},{"name":"b","lat":1,"lon":2}]')
    write("json/lone-surrogate.json", '[{"name":"\\ud800","lat":1,"lon":2}]')
    nested = json.dumps({"n": 12, "data": {"items": [{"at": {"geo": [o, a]}, "name": n} for n, a, o in PLACES]}})
    write("json/nested.json", nested)
    write("json/nested-cut.json", nested[:300])
    write("json/nested-cut-early.json", nested[:30])
    write("json/nested-garbage.json", nested.replace("]}]", "]}x]"))
    write("json/keyed.json", json.dumps({n: {"lat": a, "lon": o} for n, a, o in PLACES}))
    write("json/keyed-cut.json", json.dumps({n: {"lat": a, "lon": o} for n, a, o in PLACES})[:200])
    write("json/deep-objects.json", '{"a":' * 300 + "1" + "}" * 300)
    write("json/no-array.json", '"just text"')
    write("json/no-coordinates.json", '[{"name":"a"},{"name":"b"}]')
    write("json/texts-as-numbers.json", '[{"name":"a","lat":"1","lon":"2"},{"name":"b","lat":"x","lon":2}]')
    lines = "".join(json.dumps(o) + "\n" for o in objects)
    damage("ndjson", "ndjson", lines, 3)
    write("ndjson/other-lines.ndjson", '{"name":"a","lat":1,"lon":2}\n17\nnull\n[]\n{"name":"b","lat":3,"lon":4}\n')


def geojson():
    features = [
        {"type": "Feature", "properties": {"name": n}, "geometry": {"type": "Point", "coordinates": [o, a]}}
        for n, a, o in PLACES
    ]
    damage("geojson", "geojson", json.dumps({"type": "FeatureCollection", "features": features}), 4)

    def one(geometry):
        feature = '{"type":"Feature","properties":{"name":"a"},"geometry":%s}' % geometry
        return '{"type":"FeatureCollection","features":[%s,%s]}' % (feature, json.dumps(features[0]))

    write("geojson/null-geometry.geojson", one("null"))
    write("geojson/unknown-geometry.geojson", one('{"type":"Blob","coordinates":[1,2]}'))
    write("geojson/nested-too-little.geojson", one('{"type":"Polygon","coordinates":[1,2]}'))
    write("geojson/nested-too-much.geojson", one('{"type":"Point","coordinates":[[[[1,2]]]]}'))
    write("geojson/open-ring.geojson", one('{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,2]]]}'))
    write("geojson/one-point-line.geojson", one('{"type":"LineString","coordinates":[[1,2]]}'))
    write("geojson/off-the-globe.geojson", one('{"type":"Point","coordinates":[1000,2]}'))
    write("geojson/words.geojson", one('{"type":"Point","coordinates":["1","2"]}'))
    write("geojson/self-collection.geojson", one('{"type":"GeometryCollection","geometries":[' * 80 + "]}" * 80))


def flatgeobuf():
    """Whole files, which fuzzing begins with: GDAL reads damaged ones, and its words are not ours."""
    point = {"type": "Point", "coordinates": [2, 40]}
    ring = [[0, 0], [1, 0], [1, 1], [0, 0]]
    area = {"type": "Polygon", "coordinates": [ring]}
    places = [({"name": n, "level": int(o)}, dict(point, coordinates=[o, a])) for n, a, o in PLACES[:3]]
    for name, index, features in [("points", "YES", places), ("areas", "NO", [({"name": "a"}, area)])]:
        collection = {
            "type": "FeatureCollection",
            "features": [{"type": "Feature", "properties": p, "geometry": g} for p, g in features],
        }
        with tempfile.TemporaryDirectory() as folder:
            source, target = folder + "/a.geojson", folder + "/a.fgb"
            with open(source, "w") as file:
                json.dump(collection, file)
            subprocess.run(
                ["ogr2ogr", "-f", "FlatGeobuf", "-nln", "t", "-lco", "SPATIAL_INDEX=" + index, target, source],
                check=True,
            )
            with open(target, "rb") as file:
                write(f"flatgeobuf/{name}.fgb", file.read())


def xml():
    points = "".join(f'<wpt lat="{a}" lon="{o}"><name>{n}</name></wpt>\n' for n, a, o in PLACES)
    gpx = f'<?xml version="1.0"?>\n<gpx version="1.1">{points}</gpx>\n'
    damage("gpx", "gpx", gpx, 5)
    laughs = "".join(f'<!ENTITY l{n} "{("&l%d;" % (n - 1)) * 10}">' for n in range(1, 12))
    bomb = f'<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY l0 "ha">{laughs}]>'
    write("gpx/entity-bomb.gpx", bomb + '<gpx><wpt lat="1" lon="2"><name>&l11;</name></wpt></gpx>')
    outside = '<!DOCTYPE gpx [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    write("gpx/outside-entity.gpx", outside + '<gpx><wpt lat="1" lon="2"><name>&x;</name></wpt></gpx>')
    write("gpx/no-latitude.gpx", '<gpx><wpt lon="2"><name>a</name></wpt><wpt lat="1" lon="2"/></gpx>')
    write("gpx/mismatched.gpx", '<gpx><wpt lat="1" lon="2"></gpx></wpt>')
    write("gpx/deep.gpx", "<gpx>" + "<a>" * 900 + "</a>" * 900 + "</gpx>")
    marks = "".join(
        f"<Placemark><name>{n}</name><Point><coordinates>{o},{a}</coordinates></Point></Placemark>\n"
        for n, a, o in PLACES
    )
    kml = f'<?xml version="1.0"?>\n<kml><Document>{marks}</Document></kml>\n'
    damage("kml", "kml", kml, 6)
    write("kml/entity-bomb.kml", bomb.replace("gpx", "kml") + "<kml><Placemark><name>&l11;</name></Placemark></kml>")
    write("kml/no-geometry.kml", "<kml><Placemark><name>a</name></Placemark></kml>")
    coordinates = "<kml><Placemark><name>a</name><Point><coordinates>%s</coordinates></Point></Placemark></kml>"
    write("kml/words.kml", coordinates % "north,south")
    write("kml/one-number.kml", coordinates % "1")
    return kml


def packed(kml):
    text = ("name,lat,lon\n" + "".join(f"{n},{a},{o}\n" for n, a, o in PLACES)).encode()
    packed = gzip.compress(text, mtime=0)
    damage("gz", "csv.gz", packed, 7)
    write("gz/wrong-checksum.csv.gz", packed[:-8] + b"\1\2\3\4" + packed[-4:])
    write("gz/wrong-length.csv.gz", packed[:-4] + b"\1\0\0\0")
    write("gz/two-members.csv.gz", packed + gzip.compress(b"Last,1,2\n", mtime=0))
    write("gz/bomb.csv.gz", gzip.compress(b"\0" * 2_000_000, mtime=0))
    zst = subprocess.run(["zstd", "-qc", "--check"], input=text, stdout=subprocess.PIPE, check=True).stdout
    damage("zst", "csv.zst", zst, 8)
    write("zst/wrong-checksum.csv.zst", zst[:-4] + b"\1\2\3\4")

    def archive(entries):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
            for name, content in entries:
                file.writestr(zipfile.ZipInfo(name, (2026, 11, 22, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
        return buffer.getvalue()

    kmz = archive([("doc.kml", kml)])
    damage("zip", "kmz", kmz, 9)
    write("zip/no-document.kmz", archive([("image.png", b"x")]))
    table = archive([("README.txt", b"x"), ("data/places.csv", text)])
    write("zip/table.zip", table)
    write("zip/table-cut.zip", table[: len(table) // 2])
    write("zip/table-hole.zip", table[:60] + table[90:])
    write("zip/two-tables.zip", archive([("a.csv", text), ("b.csv", text)]))
    write("zip/no-data.zip", archive([("a.doc", b"x")]))
    write("zip/climbs-out.kmz", archive([("../../../tmp/doc.kml", kml)]))
    write("zip/empty-archive.kmz", archive([]))
    start = kmz.index(b"PK\1\2")
    write("zip/wrong-checksum.kmz", kmz[: start + 16] + b"\1\2\3\4" + kmz[start + 20 :])
    write("zip/larger-than-said.kmz", kmz[: start + 24] + struct.pack("<I", 10) + kmz[start + 28 :])
    write("zip/encrypted.kmz", kmz[: start + 8] + b"\1\0" + kmz[start + 10 :])
    write("zip/starts-beyond-the-end.kmz", kmz[: start + 42] + b"\xff\xff\xff\x7f" + kmz[start + 46 :])


def sqlite():
    path = os.path.join(HERE, "temporary.sqlite")
    if os.path.exists(path):
        os.remove(path)
    database = sqlite3.connect(path)
    database.executescript("PRAGMA page_size=512; CREATE TABLE places(name TEXT, lat REAL, lon REAL)")
    database.executemany("INSERT INTO places VALUES(?, ?, ?)", PLACES)
    database.commit()
    database.close()
    with open(path, "rb") as file:
        whole = file.read()
    os.remove(path)
    damage("sqlite", "sqlite", whole, 10, flips=6)
    write("sqlite/page-size-zero.sqlite", whole[:16] + b"\0\0" + whole[18:])
    write("sqlite/page-count-too-large.sqlite", whole[:28] + b"\x7f\xff\xff\xff" + whole[32:])
    write("sqlite/header-only.sqlite", whole[:100])
    write("sqlite/second-page-of-zeros.sqlite", whole[:512] + b"\0" * 512 + whole[1024:])
    write("sqlite/schema-of-nonsense.sqlite", whole.replace(b"CREATE TABLE", b"CREATE TXBLE"))


def positions():
    def sentence(body):
        total = 0
        for byte in body.encode():
            total ^= byte
        return f"${body}*{total:02X}\r\n"

    nmea = "".join(
        sentence(f"GPRMC,1200{n:02}.00,A,48{n:02}.0000,N,01131.0000,E,010.0,090.0,221126,,,A") for n in range(12)
    )
    damage("nmea", "nmea", nmea, 11)
    write("nmea/wrong-checksums.nmea", nmea.replace(",E,", ",W,"))
    write("nmea/minutes-over-sixty.nmea", sentence("GPRMC,120000.00,A,4899.0,N,01131.0,E,1,2,221126,,,A"))
    write("nmea/no-such-day.nmea", sentence("GPRMC,120000.00,A,4807.0,N,01131.0,E,1,2,310226,,,A"))
    write("nmea/endless-sentence.nmea", "$GPRMC," + "1" * 3000 + "\r\n" + nmea)
    gpsd = "".join(
        json.dumps({"class": "TPV", "mode": 3, "time": f"2026-11-22T12:00:{n:02}Z", "lat": 48 + n / 100, "lon": 11})
        + "\n"
        for n in range(12)
    )
    damage("gpsd", "json", gpsd, 12)
    write("gpsd/other-classes.json", '{"class":"SKY"}\n{"class":17}\n{"class":"TPV"}\n{}\n' + gpsd)
    write("gpsd/words-for-numbers.json", gpsd.replace('"lon": 11', '"lon": "11"'))


def shipped():
    """Too large to keep whole: what is left of their beginnings."""
    for kind, name in [("basemap", "basemap.tmb"), ("gazetteer", "gazetteer.tmg")]:
        with open(os.path.join(DATA, name), "rb") as file:
            whole = file.read(3000)
        ending = name.split(".")[1]
        write(f"{kind}/empty.{ending}", b"")
        write(f"{kind}/cut.{ending}", whole)
        write(f"{kind}/magic-only.{ending}", whole[:4])
        write(f"{kind}/other-magic.{ending}", b"PNG!" + whole[4:])
        write(f"{kind}/lengths-of-ones.{ending}", whole[:4] + b"\xff" * 64 + whole[68:])
        write(f"{kind}/zeros.{ending}", b"\0" * 600)
    with open(os.path.join(DATA, "labels.tsv"), "rb") as file:
        damage("labels", "tsv", b"".join(file.readlines()[:20]), 13)


def shapefile():
    def header(length, kind=1):
        return struct.pack(">7i", 9994, 0, 0, 0, 0, 0, length // 2) + struct.pack("<2i8d", 1000, kind, 2, 40, 5, 46, 0, 0, 0, 0)

    records = [struct.pack(">2i", n + 1, 10) + struct.pack("<idd", 1, p[2], p[1]) for n, p in enumerate(PLACES)]
    shp = header(100 + 28 * len(PLACES)) + b"".join(records)
    shx = header(100 + 8 * len(PLACES)) + b"".join(struct.pack(">2i", 50 + 14 * n, 10) for n in range(len(PLACES)))
    dbf = struct.pack("<4BIHH20x", 3, 126, 11, 22, len(PLACES), 65, 11)
    dbf += b"name".ljust(11, b"\0") + b"C" + b"\0" * 4 + bytes([10, 0]) + b"\0" * 14 + b"\r"
    dbf += b"".join(b" " + p[0].encode().ljust(10) for p in PLACES) + b"\x1a"

    def made(folder, shp=shp, shx=shx, dbf=dbf):
        for ending, content in [("shp", shp), ("shx", shx), ("dbf", dbf), ("prj", DEGREES)]:
            if content is not None:
                write(f"shapefile/{folder}/places.{ending}", content)

    made("whole")
    made("cut", shp=shp[:240])
    made("empty", shp=b"")
    made("no-names", dbf=None)
    made("no-index", shx=None)
    made("other-magic", shp=b"\0\0\0\1" + shp[4:])
    made("unknown-kind", shp=header(100 + 28 * len(PLACES), kind=77) + b"".join(records))
    made("fewer-names", dbf=dbf[:120])


def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def layer(name, kind, commands, tags=b"", keys=(), values=(), extent=4096, version=2):
    feature = (field(2, tags) if tags else b"") + varint(3 << 3) + varint(kind) + field(4, commands)
    out = field(1, name.encode()) + field(2, feature)
    out += b"".join(field(3, key.encode()) for key in keys)
    out += b"".join(field(4, field(1, value.encode())) for value in values)
    return field(3, out + varint(5 << 3) + varint(extent) + varint(15 << 3) + varint(version))


def tiles():
    """Vector tiles and PMTiles archives."""
    line = bytes([9, 0]) + varint(4000) + bytes([10]) + varint(8000) + bytes([0])
    ring = bytes([9, 20, 20, 26, 40, 0, 0, 40, 39, 0, 15])
    street = dict(tags=bytes([0, 0, 1, 1]), keys=("class", "name"), values=("primary", "Via Roma"))
    whole = layer("transportation", 2, line, **street) + layer("water", 3, ring)
    damage("mvt", "mvt", whole, seed=21, flips=3)
    write("mvt/gigantic-count.mvt", layer("water", 3, varint((1 << 29) << 3 | 1) + bytes([2, 2])))
    write("mvt/no-extent.mvt", layer("water", 3, ring, extent=0))
    write("mvt/huge-extent.mvt", layer("water", 3, ring, extent=1 << 31))
    write("mvt/version-9.mvt", layer("water", 3, ring, version=9))
    write("mvt/open-ring.mvt", layer("water", 3, ring[:-1]))
    write("mvt/close-first.mvt", layer("water", 3, bytes([15]) + ring))
    write("mvt/tags-beyond-tables.mvt", layer("place", 1, bytes([9, 2, 2]), tags=bytes([7, 9])))
    write("mvt/twice-the-same-layer.mvt", layer("water", 3, ring) * 2)
    write("mvt/escapes-in-name.mvt", layer("transportation", 2, line, **(street | dict(values=("primary", "\x1b[2JVia\u202e")))))
    write("mvt/long-name.mvt", layer("transportation", 2, line, **(street | dict(values=("primary", "x" * 100_000)))))
    write("mvt/nested-groups.mvt", b"\x1b" * 500)

    def archive(root=None, tile=gzip.compress(whole, mtime=0), meta=b"{}", leaves=b"", zooms=(0, 0), kind=1, version=3, shift=0):
        root = root if root is not None else varint(1) + bytes([0, 1]) + varint(len(tile)) + bytes([1])
        parts, offset, header = [root, meta, leaves, tile], 127, b"PMTiles" + bytes([version])
        for part in parts:
            header += struct.pack("<QQ", offset + shift, len(part))
            offset += len(part)
        header += struct.pack("<QQQ", 1, 1, 1) + bytes([1, 1, 2, kind, *zooms])
        header += struct.pack("<iiii", -1800000000, -850000000, 1800000000, 850000000) + bytes(9)
        return header + b"".join(parts)

    damage("pmtiles", "pmtiles", archive(), seed=22, flips=3)
    write("pmtiles/images.pmtiles", archive(kind=2))
    write("pmtiles/version-2.pmtiles", archive(version=2))
    write("pmtiles/overlapping-sections.pmtiles", archive(shift=-60))
    write("pmtiles/beyond-the-file.pmtiles", archive(shift=1 << 40))
    write("pmtiles/leaf-cycle.pmtiles", archive(root=varint(1) + bytes([0, 0, 5, 1]), leaves=varint(1) + bytes([0, 0, 5, 1])))
    write("pmtiles/unordered.pmtiles", archive(root=varint(2) + varint(5) + varint((1 << 64) - 3) + bytes([1, 1, 9, 9, 1, 0])))
    write("pmtiles/more-entries-than-bytes.pmtiles", archive(root=varint(1 << 40) + bytes(8)))
    write("pmtiles/bomb.pmtiles", archive(tile=gzip.compress(bytes(64 << 20), mtime=0)))
    write("pmtiles/not-gzip.pmtiles", archive(tile=b"not gzip at all"))
    write("pmtiles/zooms-reversed.pmtiles", archive(zooms=(9, 3)))
    write("pmtiles/deep-metadata.pmtiles", archive(meta=b"[" * 100_000))
    write("pmtiles/html-attribution.pmtiles", archive(meta=json.dumps({"attribution": "<script>x</script><a href='y'>\x1b[2J© Someone\u202e</a>"}).encode()))


if __name__ == "__main__":
    for name in os.listdir(HERE):
        if os.path.isdir(os.path.join(HERE, name)):
            shutil.rmtree(os.path.join(HERE, name))
    csv()
    json_()
    geojson()
    flatgeobuf()
    packed(xml())
    sqlite()
    positions()
    shipped()
    shapefile()
    tiles()
