#!/bin/sh
# Measures the time of the release build from start to a list of the rows in view, for each format, with the same rows.
# Needs python3, ogr2ogr, sqlite3, gzip and zstd. Usage: tools/bench-formats.sh [ROWS] [FOLDER]
set -eu
cd "$(dirname "$0")/.."
rows=${1:-1000000}
folder=${2:-$(mktemp -d)}
termmap=$PWD/.build/release/termmap
mkdir -p "$folder"
cd "$folder"
[ -s rows.csv ] || python3 - "$rows" <<'PY'
import json, random, sys
random.seed(1)
count = int(sys.argv[1])
with open("rows.csv", "w") as csv, open("wkt.csv", "w") as wkt, open("rows.geojson", "w") as geo, \
        open("rows.geojsonl", "w") as seq, open("rows.ndjson", "w") as nd, open("rows.gpx", "w") as gpx, \
        open("rows.kml", "w") as kml:
    csv.write("id,name,kind,lat,lon\n")
    wkt.write("id,name,kind,wkt\n")
    geo.write('{"type":"FeatureCollection","features":[\n')
    gpx.write('<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">\n')
    kml.write('<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n')
    for i in range(count):
        lat, lon = round(random.uniform(-80, 80), 5), round(random.uniform(-180, 180), 5)
        name, kind = f"Place {i}", random.choice(["cafe", "school", "shop", "park"])
        csv.write(f"{i},{name},{kind},{lat},{lon}\n")
        wkt.write(f"{i},{name},{kind},POINT({lon} {lat})\n")
        feature = json.dumps({"type": "Feature", "properties": {"id": i, "name": name, "kind": kind},
                              "geometry": {"type": "Point", "coordinates": [lon, lat]}})
        geo.write((",\n" if i else "") + feature)
        seq.write(feature + "\n")
        nd.write(json.dumps({"id": i, "name": name, "kind": kind, "lat": lat, "lon": lon}) + "\n")
        gpx.write(f'<wpt lat="{lat}" lon="{lon}"><name>{name}</name><type>{kind}</type></wpt>\n')
        kml.write(f"<Placemark><name>{name}</name><description>{kind}</description>"
                  f"<Point><coordinates>{lon},{lat}</coordinates></Point></Placemark>\n")
    geo.write("\n]}\n")
    gpx.write("</gpx>\n")
    kml.write("</Document></kml>\n")
PY
[ -s rows.csv.gz ] || gzip -k rows.csv
[ -s rows.csv.zst ] || zstd -qk rows.csv
[ -s rows.sqlite ] || {
    sqlite3 rows.sqlite "CREATE TABLE places(id INTEGER PRIMARY KEY, name TEXT, kind TEXT, lat REAL, lon REAL)"
    sqlite3 -cmd ".mode csv" rows.sqlite ".import --skip 1 rows.csv places"
}
[ -s rows.gpkg ] || ogr2ogr -f GPKG rows.gpkg rows.geojsonl
[ -s rows.fgb ] || ogr2ogr -f FlatGeobuf rows.fgb rows.gpkg
printf '%-14s %10s %8s %8s %8s\n' file bytes wall_s cpu_s rss_MB
for file in rows.csv rows.csv.gz rows.csv.zst wkt.csv rows.geojson rows.geojsonl rows.ndjson rows.gpx rows.kml \
    rows.sqlite rows.gpkg rows.fgb; do
    best=""
    for _ in 1 2 3; do
        line=$(/usr/bin/time -f "%e %U %S %M" "$termmap" --list "$file" 2>&1 >list.txt | tail -1)
        tail -1 list.txt | grep -q "of $rows rows, 0 skipped" || { echo "$file: not all rows"; break; }
        [ -z "$best" ] && best=$line
        [ "${line%% *}" \< "${best%% *}" ] && best=$line
    done
    set -- $best
    [ $# -eq 4 ] && printf '%-14s %10d %8s %8.2f %8d\n' "$file" "$(stat -c %s "$file")" "$1" \
        "$(echo "$2 $3" | awk '{ print $1 + $2 }')" "$(($4 / 1024))"
done
