#!/bin/sh
# Installs those of the given Debian packages that are missing; lists them when it cannot. On other systems it names what
# they are called there, in one line, unless all are installed.
set -eu
# Where another package manager has installed them, as in Nix.
[ "${DEPENDENCIES:-}" != present ] || exit 0

# Debian, then Fedora, Arch, Alpine and Homebrew; - is part of the system.
names='
libncurses-dev  ncurses-devel ncurses ncurses-dev -
libexpat1-dev   expat-devel   expat   expat-dev   -
libsqlite3-dev  sqlite-devel  sqlite  sqlite-dev  -
libzstd-dev     libzstd-devel zstd    zstd-dev    zstd
zlib1g-dev      zlib-devel    zlib    zlib-dev    -
libcurl4        libcurl       curl    libcurl     curl
libpq5          libpq         postgresql-libs libpq libpq
gdal-bin        gdal          gdal    gdal-tools  gdal
python3-pip     python3-pip   python-pip py3-pip  python3
'

# debian, fedora, arch, alpine, macos or unknown. Tests set TERMMAP_OS_RELEASE to a file like /etc/os-release.
system() {
    release=${TERMMAP_OS_RELEASE:-/etc/os-release}
    if [ -z "${TERMMAP_OS_RELEASE:-}" ] && [ "$(uname -s)" = Darwin ]; then
        echo macos
        return
    fi
    for id in $(sed -n 's/^ID=//p; s/^ID_LIKE=//p' "$release" 2>/dev/null | tr -d "\"'"); do
        case $id in
            debian | ubuntu) echo debian; return ;;
            fedora | rhel | centos) echo fedora; return ;;
            arch | archlinux) echo arch; return ;;
            alpine | macos) echo "$id"; return ;;
        esac
    done
    if command -v apt-get >/dev/null; then echo debian; else echo unknown; fi
}

# What the packages are called in a column of the table, without those that the system has; others keep their names.
translated() {
    column=$1
    shift
    for package in "$@"; do
        echo "$names" | awk -v package="$package" -v column="$column" '
            $1 == package { found = 1; if ($column != "-") print $column }
            END { if (!found) print package }'
    done | sort -u | tr '\n' ' ' | sed 's/ $//'
}

# Asks `check PACKAGE` about each, then says what to run.
name_packages() {
    install=$1 check=$2 column=$3
    shift 3
    wanted=$(translated "$column" "$@")
    missing=""
    for package in $wanted; do
        $check "$package" >/dev/null 2>&1 || missing="$missing $package"
    done
    [ -n "$missing" ] || exit 0
    echo "termmap needs these packages; run: $install$missing" >&2
    exit 1
}

case $(system) in
    fedora) name_packages "dnf install" "rpm --query --whatprovides" 2 "$@" ;;
    arch) name_packages "pacman --sync" "pacman --query" 3 "$@" ;;
    alpine) name_packages "apk add" "apk info --installed" 4 "$@" ;;
    macos) name_packages "brew install" "brew list" 5 "$@" ;;
    unknown)
        echo "termmap needs these packages, named as in Debian (DEPENDENCIES=present skips this): $*" >&2
        exit 1
        ;;
esac

missing=""
for package in "$@"; do
    status=$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "termmap needs these packages, and there is no apt-get to install them:$missing" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    elevate=""
elif command -v sudo >/dev/null; then
    elevate=sudo
else
    echo "termmap needs these packages; as root, run: apt-get install$missing" >&2
    exit 1
fi
echo "installing$missing"
$elevate apt-get update --quiet=2 || true
# shellcheck disable=SC2086 # one word for each package
DEBIAN_FRONTEND=noninteractive $elevate apt-get install --yes --quiet=2 --no-install-recommends $missing
