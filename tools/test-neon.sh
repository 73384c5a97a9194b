#!/usr/bin/env bash
# Runs the scans of CByteScan with AVX2, where the processor has it, with SSE2, with neither, and with NEON on an
# emulated processor; all must find the same.
# Needs the clang of Swift's toolchain, which compiles for ARM as well, and qemu-user.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v qemu-aarch64 >/dev/null; then
    echo 'NEON is not tested: no qemu-user (make deps-test installs it)'
    [ -z "${NO_SKIPPED_TESTS:-}" ] || exit 1
    exit 0
fi
# Swift brings it, beside its own program or in the folder that a link leads to.
clang=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/clang
[ -x "$clang" ] || clang=clang
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() { # name of the program, then options
    "$clang" "${@:2}" -O2 -Wall -Wextra -Werror -I Sources/CByteScan/include \
        Tests/Neon/scans.c Sources/CByteScan/CSVScan.c Sources/CByteScan/Morton*.c -o "$work/$1"
}

if [ "$(uname -m)" = x86_64 ]; then
    compile wide
    compile sse2 -DSCAN_NARROW
    compile plain -U__SSE2__
else
    compile plain -U__ARM_NEON
fi
# Without a C library, as there is none for the emulated processor.
compile neon --target=aarch64-linux-gnu -ffreestanding -fno-builtin -nostdlib -static -fuse-ld=lld \
    -isystem Tests/Neon/freestanding
"$work/plain" >"$work/expected"
compared=plain
for program in wide sse2 neon; do
    [ -x "$work/$program" ] || continue
    run=$work/$program
    [ "$program" != neon ] || run="qemu-aarch64 $run"
    if ! $run | diff "$work/expected" -; then
        echo "FAILED: the scans with $program (>) do not find what plain ones (<) find"
        exit 1
    fi
    compared+=" $program"
done
echo "the scans find the same ($compared; wide is AVX2 where the processor has it): $(wc -l <"$work/expected") kinds, 2,000 rounds"
