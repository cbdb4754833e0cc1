#!/usr/bin/env bash
# Runs the tests of one preset: run-tests.sh PRESET [ctest arguments...]
# Results go to build/PRESET/tests.xml; the last line printed is "N passed, N failed".
set -uo pipefail

preset=$1
shift
results=$PWD/build/$preset/tests.xml
rm -f "$results"

# Errors that a test provokes on purpose must not depend on what this shell has set.
unset RADDLE_DEVICES RADDLE_DEVICE RADDLE_WORKERS RADDLE_CACHE RADDLE_LANES RADDLE_ISA RADDLE_HANG_SECONDS RADDLE_KERNELC_FLAGS

# A kernel compiler that dies is a failure here, and no reason to run single threads.
export RADDLE_FALLBACK=0

ctest --preset "$preset" --parallel "$(nproc)" --no-tests=error --output-junit "$results" "$@"
status=$?
tools/count_tests.py "$results"
counted=$?
exit $((status != 0 ? status : counted))
