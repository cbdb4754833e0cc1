// Sweeps measure one kernel on Raddle in many variants. Each prints `variant <tab> rate <tab> unit` a line.
#ifndef RADDLE_BENCH_SWEEP_H
#define RADDLE_BENCH_SWEEP_H

#include "../common/device.h"

namespace bench {

/// Seconds of the fastest of some runs of `launch`, after one that compiles the kernel.
template <typename Launch> double fastest(int runs, Launch launch) {
  double seconds = 1e30;
  for (int i = 0; i <= runs; ++i) {
    double begin = secondsOf(CLOCK_MONOTONIC);
    launch();
    finish();
    if (i > 0)
      seconds = std::min(seconds, secondsOf(CLOCK_MONOTONIC) - begin);
  }
  return seconds;
}

} // namespace bench

#endif
