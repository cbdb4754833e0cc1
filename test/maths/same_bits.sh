#!/usr/bin/env bash
# All functions give the same bits on both engines, and with AVX-512 and AVX2 code where the machine has both.
set -euo pipefail
program=$1
reference=$(RADDLE_LANES=1 "$program" --digest --samples 4000)
[[ $(wc -l <<<"$reference") -gt 50 ]] || { echo "FAIL: only $(wc -l <<<"$reference") functions"; exit 1; }
same() {
  local got
  got=$(env "$@" "$program" --digest --samples 4000)
  if ! diff <(echo "$reference") <(echo "$got"); then
    echo "FAIL: with $* these functions (in float, in double) give other bits than with RADDLE_LANES=1"
    exit 1
  fi
}
same RADDLE_LANES=32
if grep -qw avx512f /proc/cpuinfo; then
  same RADDLE_LANES=32 RADDLE_ISA=avx2
  same RADDLE_LANES=1 RADDLE_ISA=avx2
fi
echo pass
