#!/bin/sh
# Installs those of the given Debian packages that are missing; lists them when it cannot.
set -eu

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
