#!/usr/bin/env bash
# Runs the tests that are built in two processes side by side: first those that need nothing but the processor, then those
# that drive programs and servers, which often wait. Ends with what matters in a log that is cut: what was skipped and
# why, and the name and the first message of each test that failed.
#
# `tools/run-tests.sh quick` leaves out those that drive programs and servers.
# NO_SKIPPED_TESTS=1 makes a test that is skipped for want of a program a failure.
set -uo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
. tools/test-parts.sh
tests=$(TERMMAP_OPTIMIZED_TESTS=1 "$swift" build --scratch-path .build-tests --show-bin-path)/TermMapPackageTests.xctest
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
failed=0

# Runs tests one after the other in a process of their own. Beside each other within one process they could wait for
# ever: the pool has as many threads as processors, and a test may block one while GDAL needs another.
run() { # name of the log, then what to run
    timeout 1800 "$tests" --testing-library swift-testing --no-parallel "${@:2}" 2>&1 |
        sed -u 's/\x1b\[[0-9;]*m//g' | tee "$logs/$1"
    echo "exit status ${PIPESTATUS[0]}" >>"$logs/$1"
}

# Nothing but a whole run counts.
check() { # name of the log
    grep -aq 'Test run with [1-9].* passed after' "$logs/$1" && grep -aq '^exit status 0$' "$logs/$1" || failed=1
}

parts='screen data'
[ "${1:-}" = quick ] || parts+=' whole servers'
{
    run screen --filter "$half" --skip "$programs"
    [ "${1:-}" = quick ] || run whole --filter "$whole"
} &
{
    run data --skip "$half|$programs"
    [ "${1:-}" = quick ] || run servers --filter "$programs" --skip "$whole"
} &
wait
for log in $parts; do check "$log"; done

for log in $parts; do cat "$logs/$log"; done >"$logs/all"
echo
grep -ahE 'Test run with .* (passed|failed) after' "$logs/all"

# "➜ Test name() skipped: "no PostgreSQL"" counts by its reason.
sed -nE 's/^. +Test .* skipped: "(.*)"$/\1/p' "$logs/all" | sort | uniq -c |
    while read -r count reason; do echo "$count tests skipped: $reason"; done >"$logs/skipped"
cat "$logs/skipped"
if [ -n "${NO_SKIPPED_TESTS:-}" ] && grep -aq ': no ' "$logs/skipped"; then
    echo 'FAILED: nothing may be skipped here (make deps-test installs what is missing)'
    failed=1
fi
[ "$failed" -ne 0 ] || exit 0

echo
echo 'FAILED TESTS'
# The first message of each test; the arguments of a case stand before it.
awk '
    / recorded an issue / {
        name = $0
        sub(/^[^A-Za-z]*Test /, "", name)
        message = name
        sub(/ recorded an issue .*/, "", name)
        sub(/.* recorded an issue /, "", message)
        if (!(name in seen)) print "  " name ": " substr(message, 1, 300)
        seen[name] = 1
    }
    /^Fatal error|: Fatal error:|: error:/ { print "  " substr($0, 1, 300) }
' "$logs/all"
for log in $parts; do
    grep -aq 'Test run with' "$logs/$log" && continue
    echo "  the run did not end ($(tail -n 1 "$logs/$log")): $(grep -a 'started\.$' "$logs/$log" | tail -n 1)"
done
exit 1
