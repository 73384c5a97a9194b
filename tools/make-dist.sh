#!/bin/sh
# Packs a program that needs only the C library, with data, manual, completions and licences:
# .build/dist/termmap-VERSION-linux-ARCH.tar.gz. The same commit and tools give the same bytes wherever the checkout lies.
#
#     tools/make-dist.sh SWIFT
set -eu
cd "$(dirname "$0")/.."

swift=$1
dist=$PWD/.build/dist
# Paths are mapped to others in what is compiled, but their lengths and hashes stay in it: every build is in this folder.
build=/tmp/termmap-dist
# Parts of the compiler are written in Swift: the order of their sets, and so of what they write, follows this.
export SWIFT_DETERMINISTIC_HASHING=1
fail() { echo "make dist: $*" >&2; exit 1; }

[ -z "$(git status --porcelain --untracked-files=no)" ] ||
    fail "what is packed is the commit, and there are changes: commit or stash them"
mkdir -m 700 "$build" 2>/dev/null || { [ -d "$build" ] && [ ! -L "$build" ] && [ -O "$build" ]; } ||
    fail "$build is in the way: remove it"
exec 9<"$build"
flock --nonblock 9 || fail "another one is at work in $build"
find "$build" -mindepth 1 -delete
git clone --quiet --no-hardlinks . "$build"
# The versions of other packages; the hash of ours in it may be an older one.
cp packaging/pins.json "$build/Package.resolved"

archives=$build/archives
triplet=$(dpkg-architecture --query DEB_HOST_MULTIARCH)
mkdir -p "$archives" "$dist"
# The linker takes what it finds in the first folder: here are static libraries alone.
for library in ncursesw tinfo expat sqlite3 z zstd; do
    ln -s "/usr/lib/$triplet/lib$library.a" "$archives"
done
compiler=$(ls -d /usr/lib/gcc/"$triplet"/*/ | tail -n 1)
ln -s "$compiler/libstdc++.a" "$archives"
ln -s "$compiler/libgcc_eh.a" "$archives/libgcc_s.a"
make --no-print-directory --directory "$build" packed-program SWIFT="$swift" ARCHIVES="$archives"

program=$build/.build/release/termmap
commit=$(git describe --always --dirty --abbrev=10)
case $($program --version | head -n 1) in
    *"($commit)") ;;
    *) fail "the program is not of commit $commit: $($program --version | head -n 1)" ;;
esac
# What it says of where it was built would differ elsewhere.
if grep --quiet --fixed-strings --text -e "$build" "$program"; then
    fail "the program names the folder $build"
fi
needed=$(readelf --dynamic --wide "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
for library in $needed; do
    case $library in
        libc.so.* | libm.so.* | ld-linux*) ;;
        *) fail "the program still needs $library" ;;
    esac
done

name=termmap-$($program --version | awk 'NR == 1 { print $2 }')-linux-$(uname -m)
stage=$dist/$name
rm -rf "$stage"
make --no-print-directory --directory "$build" install-files DESTDIR="$stage" PREFIX= > "$dist/install.log"
cp LICENSE "$stage"

# Those of what is linked in.
linked=$stage/share/termmap/licenses/linked
mkdir -p "$linked"
for package in libncurses-dev libexpat1-dev libsqlite3-dev zlib1g-dev libzstd-dev; do
    cp "/usr/share/doc/$package/copyright" "$linked/$package.txt"
done
cp "$(ls /usr/share/doc/libstdc++-*-dev/copyright | tail -n 1)" "$linked/libstdc++.txt"
cp "$build"/.build/checkouts/swift-argument-parser/LICENSE.txt "$linked/swift-argument-parser.txt"
# The runtime and the libraries of Swift.
toolchain=$(dirname "$(readlink -f "$(command -v "$swift")")")
license=$toolchain/../share/swift/LICENSE.txt
[ -e "$license" ] || license=$build/.build/checkouts/swift-argument-parser/LICENSE.txt # The same words.
cp "$license" "$linked/swift.txt"

epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
tar --directory "$dist" --sort=name --mtime="@$epoch" --owner=0 --group=0 --numeric-owner --mode=u+rwX,go=rX \
    --format=ustar --create "$name" | gzip --best --no-name > "$dist/$name.tar.gz"
ls -l "$stage/bin/termmap" "$dist/$name.tar.gz"
echo "needs $(echo $needed | tr '\n' ' ')and symbols up to $(readelf --dyn-syms --wide "$program" |
    grep -o 'GLIBC_[0-9.]*' | sort --version-sort --unique | tail -n 1)"
find "$build" -mindepth 1 -delete
