#!/usr/bin/env bash
# All functions give the same bits on both engines; with AVX-512 and AVX2 code, where the machine has both, all but
# rsqrt do.
set -euo pipefail
program=$1 processor=$2
digest() { env "$@" "$program" --digest --samples 4000; }
compare() {
  if ! diff <(echo "$1") <(echo "$2"); then
    echo "FAIL: these functions (in float, in double) give other bits $3"
    exit 1
  fi
}
reference=$(digest RADDLE_LANES=1)
[[ $(wc -l <<<"$reference") -gt 50 ]] || { echo "FAIL: only $(wc -l <<<"$reference") functions"; exit 1; }
compare "$reference" "$(digest RADDLE_LANES=32)" "for 32 lanes than for one"
if [[ $processor =~ x86_64|AMD64 ]] && grep -qw avx512f /proc/cpuinfo; then
  avx2=$(digest RADDLE_LANES=1 RADDLE_ISA=avx2)
  compare "$avx2" "$(digest RADDLE_LANES=32 RADDLE_ISA=avx2)" "for 32 lanes than for one, both with AVX2 code"
  compare "$(grep -v '^rsqrt ' <<<"$reference")" "$(grep -v '^rsqrt ' <<<"$avx2")" "with AVX2 code"
fi
echo pass
