#!/usr/bin/env bash
# Counts the instructions of the hottest paths with valgrind and compares them with those that were recorded in
# tools/instruction-counts.tsv: times vary on shared machines, counts hardly do. More than 10 % above fails.
#
# `tools/count-instructions.sh --record` writes the file. It runs what `make test` has built.
# Each path runs a number of times and twice as often; the difference is what one costs. Where the second run needs no more
# than the first, or valgrind counts nothing, there is no reading: that fails, too.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v valgrind >/dev/null; then
    echo 'instructions are not counted: no valgrind'
    exit 0
fi
recorded=tools/instruction-counts.tsv
tolerance=10
bin=${COUNTED_BIN:-$(TERMMAP_OPTIMIZED_TESTS=1 "${SWIFT:-swift}" build --scratch-path .build-tests --show-bin-path)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SWIFT_DETERMINISTIC_HASHING=1 TERM=dumb
# valgrind cannot read all that Swift writes for debuggers.
for program in Benchmarks termmap; do strip -g -o "$work/$program" "$bin/$program"; done

instructions() { # a command
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -nE 's/^==[0-9]+== Collected : ([0-9]+)$/\1/p'
}

# name, times, then the command with TIMES where the number goes
count() {
    local name=$1 times=$2 few many
    shift 2
    few=$(instructions "${@//TIMES/$times}")
    many=$(TERMMAP_MEASURE_ROUNDS=$((2 * ${TERMMAP_MEASURE_ROUNDS:-1})) \
        instructions "${@//TIMES/$((2 * times))}")
    if [ -n "$few" ] && [ "${many:-0}" -gt "$few" ]; then
        printf '%s\t%s\n' "$name" $(((many - few) / times))
    else
        printf '%s: no reading: %s instructions, %s for twice as many\n' "$name" "${few:-no}" "${many:-no}" >&2
        printf '%s\t-\n' "$name"
    fi
}

measure() {
    "$work/Benchmarks" count generate 20000 "$work/20000.csv"
    "$work/Benchmarks" count generate 40000 "$work/40000.csv"
    count 'ingest a row' 20000 "$work/Benchmarks" count ingest 0 "$work/TIMES.csv"
    count 'sort a point' 100000 "$work/Benchmarks" count sort TIMES
    count 'clusters of a view' 96 "$work/Benchmarks" count clusters TIMES
    count 'density of a view' 6 "$work/Benchmarks" count density TIMES
    count 'search names' 40 "$work/Benchmarks" count search TIMES
    count 'areas of 100,000 points' 4 "$work/Benchmarks" count areas TIMES
    TERMMAP_MEASURE_ROUNDS=1 count 'compose five frames' 1 \
        "$work/termmap" --measure --size 240x64 data/airports.csv
}

if [ "${1:-}" = --record ]; then
    measure | tee "$work/counts"
    if grep -q -e '-$' "$work/counts"; then
        echo 'nothing is recorded' >&2
        exit 1
    fi
    cp "$work/counts" "$recorded"
    exit 0
fi
if [ ! -s "$recorded" ]; then
    echo 'instructions are not counted: none are recorded yet (make count)'
    exit 0
fi
measure >"$work/counts"
awk -F '\t' -v tolerance="$tolerance" '
    NR == FNR { known[$1] = $2; next }
    $2 == "-" { failed = 1; next }
    {
        change = $1 in known ? ($2 / known[$1] - 1) * 100 : 0
        verdict = change > tolerance ? "TOO MANY" : change < -tolerance ? "fewer: record them" : ""
        printf "%-22s %12d instructions, recorded %12d, %+5.1f %% %s\n", $1, $2, known[$1], change, verdict
        if (change > tolerance) failed = 1
    }
    END { exit failed }
' "$recorded" "$work/counts"
