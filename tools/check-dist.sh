#!/bin/sh
# Runs what make-dist.sh has packed in a Debian made by debootstrap, without development packages and without terminfo:
# first the archive as it is, then the program alone. Root only.
#
#     tools/check-dist.sh [CHROOT]       (.build/dist/chroot; made when it is missing)
set -eu
cd "$(dirname "$0")/.."
root=${1:-.build/dist/chroot}
archive=$(ls -t .build/dist/termmap-*.tar.gz | head -n 1)
suite=${SUITE:-bookworm} mirror=${MIRROR:-http://deb.debian.org/debian}

[ -x "$root/bin/sh" ] || debootstrap --variant=minbase "$suite" "$root" "$mirror" > .build/dist/debootstrap.log
# It is essential in Debian, so only by force.
chroot "$root" dpkg --purge --force-all ncurses-base > /dev/null 2>&1 || true
rm -rf "$root/lib/terminfo" "$root/usr/share/terminfo" "$root/etc/terminfo" "$root/opt/termmap" "$root/alone" "$root/files"
mkdir -p "$root/opt/termmap" "$root/alone" "$root/files"
tar --extract --gzip --file "$archive" --directory "$root/opt/termmap" --strip-components=1
cp "$root/opt/termmap/bin/termmap" "$root/alone/termmap"

python3 - "$root/files" <<'PYTHON'
import sqlite3, sys, zipfile
folder = sys.argv[1]
rows = [("Lyon", 45.76, 4.84), ("Paris", 48.86, 2.35), ("Metz", 49.12, 6.18)]
table = "name,lat,lon\n" + "".join(f"{name},{lat},{lon}\n" for name, lat, lon in rows)
open(folder + "/towns.csv", "w").write(table)
open(folder + "/names.csv", "w").write("id,city,country\n1,Lyon,France\n2,Nairobi,Kenya\n")
with zipfile.ZipFile(folder + "/towns.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("towns.csv", table)
database = sqlite3.connect(folder + "/towns.db")
database.execute("DROP TABLE IF EXISTS towns")
database.execute("CREATE TABLE towns (name TEXT, lat REAL, lon REAL)")
database.executemany("INSERT INTO towns VALUES (?, ?, ?)", rows)
database.commit()
PYTHON

# The program and the terminals of the checks need them.
mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts"
trap 'umount "$root/proc" "$root/dev/pts"' EXIT

failures=0
# Runs a shell command in the chroot with little in its environment; `$1` names the check, `$2` must be in what it prints.
check() {
    if output=$(chroot "$root" /usr/bin/env -i PATH=/usr/bin:/bin LANG=C.UTF-8 HOME=/root sh -c "$3" 2>&1 < /dev/null) &&
        printf '%s' "$output" | grep --quiet --fixed-strings --text -e "$2"
    then
        echo "ok      $1"
    else
        failures=$((failures + 1))
        echo "FAILED  $1: no \"$2\" in: $(printf '%s' "$output" | head -c 300 | tr '\n\033' ' ^')"
    fi
}
# The same on a terminal: the map comes up, a key zooms, q leaves.
screen() {
    check "$1: screen, TERM=$2" "GREENLAND" \
        "(sleep 1.5; printf '+'; sleep 1; printf q; sleep 1) | TERM=$2 script --quiet --return --command '$3 --demo' /dev/null"
}

for place in /opt/termmap/bin/termmap /alone/termmap; do
    check "$place: version" "termmap " "$place --version"
    check "$place: a map without files" "GREENLAND" "$place --demo --once"
    check "$place: no complaint" "none" "errors=\$($place --demo --once 2>&1 >/dev/null) && [ -z \"\$errors\" ] && echo none"
    check "$place: CSV" "Lyon" "$place /files/towns.csv --list"
    check "$place: SQLite" "Metz" "$place /files/towns.db --list"
    check "$place: zip" "Paris" "$place /files/towns.zip -o csv"
    check "$place: standard input" "2,Nairobi" "cat /files/names.csv | $place - -o csv"
    check "$place: geocode" "KE" "$place geocode Nairobi"
    check "$place: place by name" "Lyon" "$place /files/towns.csv --at Lyon --zoom 8 --once"
    check "$place: completion" "complete" "$place --completion bash"
    # Of a version that has it.
    if chroot "$root" "$place" doctor --help 2>&1 | grep --quiet "termmap doctor"; then
        check "$place: doctor" "data" "$place doctor"
    fi
    for type in xterm-256color xterm screen-256color screen tmux-256color tmux linux vt100 vt220 \
        rxvt-unicode-256color alacritty xterm-kitty foot; do
        screen "$place" "$type" "$place"
    done
done
check "manual" ".TH" "cat /opt/termmap/share/man/man1/termmap.1"
check "licences of what is linked in" "Permission" "cat /opt/termmap/share/termmap/licenses/linked/*"
check "large data beside the program" "/opt/termmap/share/termmap" "/opt/termmap/bin/termmap --version"
check "small data inside the program" "inside the program" "/alone/termmap --version"
[ "$failures" = 0 ] || { echo "$failures failed"; exit 1; }
echo "all passed in $root ($(. "$root/etc/os-release" && echo "$PRETTY_NAME"), no terminfo)"
