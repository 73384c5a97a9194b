#!/bin/sh
# Draws the pictures of the documentation that need only the bundled airports and files made here, by the program itself:
# `make pictures`.
set -eu
cd "$(dirname "$0")/.."
program=${1:-.build/release/termmap}

picture() { # name size options…
    name=$1 size=$2
    shift 2
    "$program" --config none --theme dark --units km -o svg --size "$size" "$@" > "docs/images/$name.svg.new"
    mv "docs/images/$name.svg.new" "docs/images/$name.svg"
}

# A film of the keys: the caption names those since the last pause.
film() { # name size keys
    "$program" --config none --theme dark --units km --frames=0.15 -o svg --size "$2" --keys "$3" > "docs/images/$1.svg.new"
    mv "docs/images/$1.svg.new" "docs/images/$1.svg"
}

film film 110x32 '<1.5s>gpzurich<Enter><2.5s>r50km<Enter><3s><Esc><Esc><200ms>W<300ms>felevation > 3000<Enter><2.5s>F<300ms>Ctz<Enter><3s><Esc><200ms>Acountries<Enter><3.5s><Esc><200ms>S<3.5s>'
picture world 120x36
picture search 120x36 --keys '/zurich'
picture nearby 120x36 --at Zurich -z 7 --keys 'r150km<Enter>'
picture categories 120x36 --center 39,-98 -z 3.5 --by tz
picture numbers 120x36 --at Europe -z 3.5 --value 'mean(elevation)'
picture summary 120x36 --at Europe -z 3.5 --keys '<Tab>i'
picture details 120x36 --at Zurich -z 10 --keys '<Esc><Tab>i'
picture members 120x36 --at Europe -z 3.5 --keys '<Tab>o'
picture table 160x40 --at Zurich -z 8 --keys '<Esc>t>>>>]'
picture commands 120x36 --at Zurich -z 7 --keys '<Esc>:clu'

samples=$(mktemp -d)
trap 'rm -rf "$samples"' EXIT

# A ride over two hills, a point each five seconds.
awk 'BEGIN {
    print "<gpx version=\"1.1\" creator=\"termmap\"><trk><name>Ride</name><trkseg>"
    for (i = 0; i < 1800; i++) {
        s = i / 1800
        t = 25200 + 5 * i
        height = 700 + 900 * exp(-60 * (s - 0.35) ^ 2) + 1250 * exp(-70 * (s - 0.75) ^ 2)
        printf "<trkpt lat=\"%.6f\" lon=\"%.6f\"><ele>%.1f</ele><time>2026-05-02T%02d:%02d:%02dZ</time></trkpt>\n",
            46.62 + 0.13 * s + 0.02 * sin(9 * s), 8.55 + 0.28 * s + 0.03 * sin(14 * s), height + 20 * sin(90 * s),
            t / 3600, t % 3600 / 60, t % 60
    }
    print "</trkseg></trk></gpx>"
}' > "$samples/ride.gpx"

# Two years of made-up events around ten places, with a week that has many.
awk 'BEGIN {
    srand(7)
    print "kind,time,lat,lon"
    split("41.3 43.6;38.3 38.5;-33 -71.6;35.9 140.2;-6 130;37.8 -122.2;61.2 -150;14.1 120.6;19.3 -155.2;42.7 13.2", places, ";")
    split("tectonic volcanic quarry", kinds, " ")
    for (i = 0; i < 4200; i++) {
        split(places[1 + int(10 * rand())], place, " ")
        day = i % 3 ? int(730 * rand()) : 400 - int(12 * log(1 - rand()))
        minute = int(1440 * rand())
        date = day
        split("31 28 31 30 31 30 31 31 30 31 30 31", months, " ")
        year = 2024 + int(date / 365); date %= 365
        for (month = 1; date >= months[month]; month++) date -= months[month]
        printf "%s,%d-%02d-%02dT%02d:%02dZ,%.4f,%.4f\n", kinds[1 + int(3 * rand() * rand())], year, month, date + 1,
            minute / 60, minute % 60, place[1] + 8 * (rand() - 0.5) * rand(), place[2] + 10 * (rand() - 0.5) * rand()
    }
}' > "$samples/events.csv"

# The airports a while later: some have moved, some are gone, some are new, some have another name.
awk -F, 'NR == 1 { print; next }
    NR % 23 == 0 { next }
    NR % 29 == 0 { sub(/Airport/, "Airfield") }
    NR % 37 == 0 && match($0, /,-?[0-9]+\.[0-9]+,-?[0-9]+\./) { # half a degree to the south
        $0 = substr($0, 1, RSTART) substr($0, RSTART + 1) + 0 - 0.5 substr($0, RSTART + 1 + index(substr($0, RSTART + 1), ",") - 1)
    }
    NR % 31 == 0 { sub(/"[^"]*"/, "\"X" NR "\""); print; next }
    { print }' data/airports.csv > "$samples/airports-2026.csv"
cp data/airports.csv "$samples/airports-2025.csv"

picture journey 120x36 --keys 'p<PgDn><PgDn><PgDn><PgDn><PgDn>' "$samples/ride.gpx"
picture time 120x36 --by kind --time 2025-02 --keys 'gt' "$samples/events.csv"
program=$(realpath "$program")
ln -s "$PWD/docs" "$samples"
cd "$samples"
picture changes 120x36 --at Europe -z 3.5 --diff airports-2025.csv airports-2026.csv --key icao
