#!/usr/bin/env bash
# Fuzzes the parsers, one after the other: tools/fuzz.sh [SECONDS [TARGET …]]. Prints the runs of each target and fails
# where an input traps, takes over a second or over 512 MB; the input is kept in .build-fuzz/finds.
#
# TERMMAP_FUZZ_RUNS=10000000 ends a target after so many runs. TERMMAP_FUZZ_ADDRESS=0 leaves AddressSanitizer out: two to
# three times as many runs, which still find traps.
set -uo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
seconds=${1:-60}
export TERMMAP_FUZZ=1
if [ "${TERMMAP_FUZZ_ADDRESS:-1}" = 1 ]; then
    build=.build-fuzz
    sanitizer=(--sanitize=address)
else
    build=.build-fuzz-plain
    sanitizer=()
fi
# gold cannot link what the sanitizers add.
"$swift" build -c release --scratch-path "$build" --product Fuzz "${sanitizer[@]}" \
    -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld -Xswiftc -enable-testing \
    -Xswiftc -assert-config -Xswiftc Debug || exit 1
program=$build/release/Fuzz
# No other programs: GDAL would read what ours refuse. Swift's own crash handler would wait at a prompt.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0:malloc_context_size=2:quarantine_size_mb=4

# Files of the corpus that a target begins with.
seeds() { # target
    case $1 in
    json) echo Tests/Corpus/json Tests/Corpus/geojson Tests/Corpus/ndjson ;;
    gpxlog) echo Tests/Corpus/gpx ;;
    records) echo Tests/Corpus/csv ;;
    times | window) echo Tests/Times ;;
    zones) for folder in /usr/share/zoneinfo/Europe /usr/share/zoneinfo/America; do [ ! -d $folder ] || echo $folder; done ;;
    *) if [ -d "Tests/Corpus/$1" ]; then echo "Tests/Corpus/$1"; fi ;;
    esac
}

failed=0
targets=("${@:2}")
[ "${#targets[@]}" -gt 0 ] || mapfile -t targets < <("$program")
for target in "${targets[@]}"; do
    mkdir -p ".build-fuzz/corpus/$target" .build-fuzz/finds
    words=()
    [ ! -f "Tests/Fuzz/Words/$target.dict" ] || words=("-dict=Tests/Fuzz/Words/$target.dict")
    log=.build-fuzz/$target.log
    # shellcheck disable=SC2046
    PATH=/nonexistent /usr/bin/timeout -s KILL $((seconds + 60)) "$program" "$target" -max_total_time="$seconds" -timeout=1 \
        -runs="${TERMMAP_FUZZ_RUNS:--1}" -malloc_limit_mb=512 -rss_limit_mb=2048 -max_len=4096 -reload=0 -print_final_stats=1 \
        -artifact_prefix=".build-fuzz/finds/$target-" "${words[@]}" \
        ".build-fuzz/corpus/$target" $(seeds "$target") >"$log" 2>&1 </dev/null
    status=$?
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    if [ "$status" -eq 0 ]; then
        echo "$target: ${runs:-0} runs, nothing found"
    else
        failed=1
        echo "$target: FOUND after ${runs:-0} runs, see $log"
        grep -aE 'Fatal error|ERROR:|Test unit written' "$log" | head -n 3
    fi
done
exit "$failed"
