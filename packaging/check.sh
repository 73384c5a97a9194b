#!/bin/sh
# Checks the syntax of the recipes, with what is installed of their tools.
set -eu
cd "$(dirname "$0")"

# check FILE PROGRAM ARGUMENTS …
check() {
    file=$1
    shift
    if ! command -v "$1" > /dev/null; then
        echo "skipped $file: no $1"
    else
        "$@" "$file" > /dev/null
        echo "ok      $file: $*"
    fi
}
check PKGBUILD bash -n
check termmap.rb ruby -c
check termmap.nix nix-instantiate --parse
for engine in podman docker; do
    if "$engine" info > /dev/null 2>&1; then
        (cd .. && "$engine" build --tag termmap --file packaging/Containerfile .)
        exit
    fi
done
echo "skipped Containerfile: neither podman nor docker runs here"
