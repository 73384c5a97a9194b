#!/usr/bin/env bash
# Runs the tests of the libraries under a sanitizer, in a build of their own: tools/test-sanitized.sh address|thread
#
# Left out are tests that start programs or servers and those that measure memory.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
. tools/test-parts.sh
sanitizer=$1
export TERMMAP_LIBRARIES=1
flags=(--build-tests --scratch-path ".build-$sanitizer" "--sanitize=$sanitizer" -Xswiftc -use-ld=lld)
"$swift" build "${flags[@]}"
tests=$("$swift" build "${flags[@]}" --show-bin-path)/TermMapPackageTests.xctest
# Swift's own crash handler would wait at a prompt.
export SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS="suppressions=$PWD/tools/thread-sanitizer.txt print_suppressions=1"
"$tests" --testing-library swift-testing --no-parallel \
    --filter "${FILTER:-.}" --skip "$programs"
