#!/bin/sh
# Builds a Debian package in .build/deb of the files that make-dist.sh has packed; it depends on the C library alone.
set -eu
cd "$(dirname "$0")/.."

packed=$(ls -dt .build/dist/termmap-*-linux-"$(uname -m)"/ | head -n 1)
version=$("$packed/bin/termmap" --version | awk 'NR == 1 { print $2 }')
architecture=$(dpkg --print-architecture)
work=.build/deb
stage=$work/termmap
rm -rf "$work"
mkdir -p "$stage/DEBIAN" "$stage/usr/share/doc/termmap" "$work/debian"

mkdir -p "$stage/usr"
cp -R "$packed/bin" "$packed/share" "$stage/usr"
gzip --best --no-name "$stage/usr/share/man/man1/termmap.1"
gzip --best --no-name --stdout CHANGELOG.md > "$stage/usr/share/doc/termmap/NEWS.gz"
maintainer="The TermMap authors <termmap@example.org>"
printf 'termmap (%s) unstable; urgency=medium\n\n  * See NEWS.gz.\n\n -- %s  %s\n' "$version" "$maintainer" \
    "$(git log -1 --format=%cD)" | gzip --best --no-name > "$stage/usr/share/doc/termmap/changelog.gz"
cp data/SOURCES.md "$stage/usr/share/doc/termmap/SOURCES.md"
{
    echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    echo "Upstream-Name: termmap"
    echo "Files: *"
    sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
    echo "License: Expat"
    # The terms, as a paragraph of a control file.
    sed -n '/^Permission is/,$ { s/^$/./; s/^/ /; p }' LICENSE
    echo
    echo "Files: data/*"
    echo "Copyright: see the comment"
    echo "License: several"
    echo " Each file of data keeps the licence of its source."
    echo "Comment: origin and licence of each: /usr/share/doc/termmap/SOURCES.md,"
    echo " the texts of the licences: /usr/share/termmap/licenses"
} > "$stage/usr/share/doc/termmap/copyright"

# dpkg-shlibdeps reads debian/control.
printf 'Source: termmap\n\nPackage: termmap\nArchitecture: any\n' > "$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O termmap/usr/bin/termmap 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
size=$(du -sk "$stage/usr" | cut -f1)
cat > "$stage/DEBIAN/control" <<CONTROL
Package: termmap
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $depends
Recommends: libcurl4, libpq5, gdal-bin, ncurses-base
Suggests: gpsd
Section: science
Priority: optional
Description: map of your data in the terminal
 Shows files and tables of places on a map of the world: clusters that split
 as you zoom in, single places with all their columns, search, nearby rows,
 filters, colours, density, tables, and your position from a receiver. Reads
 CSV, GeoJSON, GPX, KML, SQLite, PostgreSQL, ClickHouse, Parquet and all that
 GDAL reads.
CONTROL
find "$stage" -type d -exec chmod 755 {} +
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
dpkg-deb --root-owner-group --build "$stage" "$work/termmap_${version}_$architecture.deb" > /dev/null
rm -rf "$stage" "$work/debian"
ls "$work"/*.deb
