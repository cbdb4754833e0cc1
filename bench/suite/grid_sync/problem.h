// All cores meet, each with one block of 256 threads, and hand a value on to their neighbour.
#ifndef RADDLE_BENCH_GRID_SYNC_H
#define RADDLE_BENCH_GRID_SYNC_H

#include "../common/harness.h"

struct GridSync {
  static constexpr const char *kUnit = "M/s";

  explicit GridSync(bool tiny) : meetings(tiny ? 10 : 1000) {}
  double work() const { return 1e-6 * meetings; }
  // Block i starts with i; each meeting hands the neighbour's value on and adds one.
  void check(const int *values, int blocks) const {
    for (int i = 0; i < blocks; ++i)
      bench::requireEqual("values", i, values[i], (i + meetings) % blocks + meetings);
  }

  int meetings;
};

#endif
