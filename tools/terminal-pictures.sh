#!/usr/bin/env bash
# Pictures of the screens of README.md in real terminals, to be looked at: terminal-pictures.sh PROGRAM FOLDER [SCENE…]
#
# xterm as it is, which calls itself xterm and has 256 colours; xterm with sixteen; xterm on white; kitty and alacritty, with
# 24 bits. TERMMAP_TILES names a file of tiles for the street map.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(realpath "${1:?PROGRAM}")
folder=${2:?FOLDER}
shift 2
wanted=" $* "
mkdir -p "$folder"

number=$((70 + $$ % 900))
Xvfb ":$number" -screen 0 1300x860x24 >/dev/null 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
export DISPLAY=":$number" LANG=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1
until xdpyinfo >/dev/null 2>&1; do sleep 0.1; done

# Waits until the screen shows more than an empty terminal, and three pictures of it are equal.
settle() {
    local before="" now equal=0
    for _ in $(seq 100); do
        import -window root "$folder/.now.png"
        now=$(convert "$folder/.now.png" rgb:- | md5sum)
        if [ "$now" = "$before" ] && [ "$(identify -format %k "$folder/.now.png")" -gt 8 ]; then
            equal=$((equal + 1))
        else
            equal=0
        fi
        [ "$equal" -ge 3 ] && break
        before=$now
        sleep 0.4
    done
    rm -f "$folder/.now.png"
}

# NAME COMMAND…: starts a terminal and takes its picture.
shot() {
    local picture=$1 terminal
    shift
    "$@" >/dev/null 2>&1 &
    terminal=$!
    settle
    import -window root "$folder/$picture.png"
    kill "$terminal" 2>/dev/null || true
    wait "$terminal" 2>/dev/null || true
    echo "$folder/$picture.png"
}

font="DejaVu Sans Mono"
xterm=(xterm -fa "$font" -fs 10 -geometry 150x45+0+0)
dark=(-bg "#101010" -fg white)

# NAME ARGUMENT…: the picture of a screen in each terminal.
scene() {
    local name=$1
    shift
    [ "$wanted" = "  " ] || [[ "$wanted" == *" $name "* ]] || return 0
    local run=("$program" --config none --no-history "$@")
    shot "$name-xterm" "${xterm[@]}" "${dark[@]}" -e "${run[@]}"
    shot "$name-xterm-16" "${xterm[@]}" "${dark[@]}" -e "${run[@]}" --color 16
    shot "$name-xterm-white" "${xterm[@]}" -bg white -fg black -e "${run[@]}"
    shot "$name-kitty" kitty -o font_family="$font" -o font_size=10 -o remember_window_size=no \
        -o initial_window_width=1290 -o initial_window_height=850 "${run[@]}"
    shot "$name-alacritty" alacritty -o "font.normal.family='$font'" -o font.size=9 \
        -o window.dimensions.columns=150 -o window.dimensions.lines=45 -e "${run[@]}"
}

airports=data/airports.csv
scene world "$airports"
scene details "$airports" --at Zurich -z 10 --keys '<Esc><Tab>i'
scene members "$airports" --at Europe -z 3.5 --keys '<Tab>o'
scene search "$airports" --keys '/zurich'
scene nearby "$airports" --at Zurich -z 7 --keys 'r150km<Enter>'
scene density "$airports" --density
scene categories "$airports" --center 39,-98 -z 3.5 --by tz
scene numbers "$airports" --at Europe -z 3.5 --by elevation
scene figures "$airports" --at Europe -z 3.5 --value 'mean(elevation)'
scene apart "$airports" --at Europe -z 4 --by tz --separate
scene sizes "$airports" --at Zurich -z 7 --value 'mean(elevation)' --sizes
scene table "$airports" --at Zurich -z 8 --keys '<Esc>t>>>>]'
scene summary "$airports" --at Europe -z 3.5 --keys '<Tab>i'
scene commands "$airports" --at Zurich -z 7 --keys '<Esc>:clu'
scene help "$airports" --keys '?'
scene ascii "$airports" --charset ascii
scene block "$airports" --charset block
[ -z "${TERMMAP_TILES:-}" ] || scene streets "$TERMMAP_TILES"
