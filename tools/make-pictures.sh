#!/bin/sh
# Draws the pictures of the documentation that need only the bundled airports, by the program itself: `make pictures`.
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
