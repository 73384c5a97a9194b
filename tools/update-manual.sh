#!/bin/sh
# Writes the key table of the program into the manual; a test compares the two.
set -eu
cd "$(dirname "$0")/.."
keys=$(.build/release/termmap --print-keys | sed 's/\\/\\e/g; s/-/\\-/g')
awk -v keys="$keys" '
    /^\.nf$/ { print; print keys; skipping = 1; next }
    /^\.fi$/ { skipping = 0 }
    !skipping { print }
' docs/termmap.1 > docs/termmap.1.new
mv docs/termmap.1.new docs/termmap.1
