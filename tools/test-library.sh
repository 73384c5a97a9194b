#!/bin/sh
# MapModel as another program gets it: the example of docs/example by its path, then in a package elsewhere that depends on a
# version of a clone by its address, where SwiftPM refuses unsafe flags. Both must find the same clusters.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The tests' own optimisation is what a dependent package never asks for.
unset TERMMAP_OPTIMIZED_TESTS

"$swift" run --package-path docs/example --scratch-path "$work/by-path" -c release Clusters > "$work/by-path.txt" &
by_path=$!

git clone --quiet --no-local --depth 1 "file://$root" "$work/termmap"
git -C "$work/termmap" tag 1.0.0
mkdir -p "$work/program/Sources"
cp -R docs/example/Sources/Clusters "$work/program/Sources"
cat > "$work/program/Package.swift" <<EOF
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Clusters",
    dependencies: [.package(url: "file://$work/termmap", exact: "1.0.0")],
    targets: [
        .executableTarget(name: "Clusters", dependencies: [.product(name: "MapModel", package: "termmap")])
    ])
EOF
"$swift" run --package-path "$work/program" -c release Clusters > "$work/by-version.txt"
wait "$by_path"

cat "$work/by-version.txt"
cmp "$work/by-path.txt" "$work/by-version.txt"
# zoom 6: 210 clusters of 500123 points, 500123 in view
awk '/^zoom/ { views++; if ($6 != $8 || $6 == 0) bad = 1 } END { exit bad || views != 3 }' "$work/by-version.txt"
echo "A package that depends on MapModel builds and clusters a million points."
