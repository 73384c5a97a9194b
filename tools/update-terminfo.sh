#!/bin/sh
# Copies the descriptions of terminals that lie inside the program from Debian's ncurses-base and ncurses-term into
# data/terminfo. Run it after a change of the list, which is also in Sources/CBundledFiles.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get download ncurses-base ncurses-term && for package in *.deb; do dpkg --extract "$package" .; done)
for name in xterm-256color xterm screen-256color screen tmux-256color tmux linux vt100 vt220 rxvt-unicode-256color \
    alacritty; do
    cat "$(find "$work/lib/terminfo" "$work/usr/share/terminfo" -name "$name" | head -n 1)" > "data/terminfo/$name"
done
