#!/bin/sh
# Packs a program that needs only the C library, with data, manual, completions and licences:
# .build/dist/termmap-VERSION-linux-ARCH.tar.gz. Paths and times of the build are left out.
#
#     tools/make-dist.sh swift build FLAGS …
set -eu
cd "$(dirname "$0")/.."

dist=.build/dist
archives=$dist/archives
triplet=$(dpkg-architecture --query DEB_HOST_MULTIARCH)
rm -rf "$archives"
mkdir -p "$archives"
# The linker takes what it finds in the first folder: here are static libraries alone.
for library in ncursesw tinfo expat sqlite3 z zstd; do
    ln -s "/usr/lib/$triplet/lib$library.a" "$archives"
done
compiler=$(ls -d /usr/lib/gcc/"$triplet"/*/ | tail -n 1)
ln -s "$compiler/libstdc++.a" "$archives"
ln -s "$compiler/libgcc_eh.a" "$archives/libgcc_s.a"
# Written anew, so that it is compiled even where its commit is that of a file that is only older.
find .build/plugins -name BuiltFrom.swift -delete 2>/dev/null || true
"$@" -Xlinker "-L$PWD/$archives" --product termmap

program=.build/release/termmap
commit=$(git describe --always --dirty --abbrev=10)
case $($program --version | head -n 1) in
    *"($commit)") ;;
    *) echo "the program is not of commit $commit: $($program --version | head -n 1)" >&2; exit 1 ;;
esac
# What it says of where it was built would differ elsewhere.
if grep --quiet --fixed-strings --text -e "$PWD" "$program"; then
    echo "the program names the folder $PWD" >&2
    exit 1
fi
needed=$(readelf --dynamic --wide "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
for library in $needed; do
    case $library in
        libc.so.* | libm.so.* | ld-linux*) ;;
        *) echo "the program still needs $library" >&2; exit 1 ;;
    esac
done

name=termmap-$($program --version | awk 'NR == 1 { print $2 }')-linux-$(uname -m)
stage=$dist/$name
rm -rf "$stage"
make --no-print-directory install-files DESTDIR="$stage" PREFIX= > "$dist/install.log"
cp LICENSE "$stage"

# Those of what is linked in.
linked=$stage/share/termmap/licenses/linked
mkdir -p "$linked"
for package in libncurses-dev libexpat1-dev libsqlite3-dev zlib1g-dev libzstd-dev; do
    cp "/usr/share/doc/$package/copyright" "$linked/$package.txt"
done
cp "$(ls /usr/share/doc/libstdc++-*-dev/copyright | tail -n 1)" "$linked/libstdc++.txt"
cp .build/checkouts/swift-argument-parser/LICENSE.txt "$linked/swift-argument-parser.txt"
# The runtime and the libraries of Swift.
toolchain=$(dirname "$(readlink -f "$(command -v "$1")")")
license=$toolchain/../share/swift/LICENSE.txt
[ -e "$license" ] || license=.build/checkouts/swift-argument-parser/LICENSE.txt # The same words.
cp "$license" "$linked/swift.txt"

epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
tar --directory "$dist" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go=rX \
    --format=ustar --create "$name" | gzip --best --no-name > "$dist/$name.tar.gz"
ls -l "$program" "$dist/$name.tar.gz"
echo "needs $(echo $needed | tr '\n' ' ')and symbols up to $(readelf --dyn-syms --wide "$program" |
    grep -o 'GLIBC_[0-9.]*' | sort --version-sort --unique | tail -n 1)"
