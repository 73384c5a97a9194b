#!/bin/sh
# Installs the program duckdb for the tests, from PyPI into a folder of the build; the tests that need it are skipped without it.
set -eu

version=1.5.6
folder=.build/duckdb-cli
program=$folder/duckdb_cli/duckdb
if [ -x "$program" ] && [ "$(cat "$folder/version" 2>/dev/null)" = "$version" ]; then exit 0; fi
rm -rf "$folder"
echo "installing duckdb-cli $version"
if ! python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-deps \
    --target "$folder" "duckdb-cli==$version" || [ ! -x "$program" ]; then
    echo "termmap: duckdb could not be installed from PyPI: its tests are skipped" >&2
    exit 0
fi
echo "$version" >"$folder/version"
