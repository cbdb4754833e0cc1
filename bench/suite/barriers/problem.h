// Blocks of 256 threads that hand a value on to their neighbour, with a barrier before and after each
// exchange. Counted are barriers of a thread: 256 for each barrier of a block.
#ifndef RADDLE_BENCH_BARRIERS_H
#define RADDLE_BENCH_BARRIERS_H

#include "../common/harness.h"

struct Barriers {
  static constexpr const char *kUnit = "M/s";
  static constexpr int kBlock = 256;

  explicit Barriers(bool tiny) : blocks(tiny ? 2 : 64), exchanges(tiny ? 10 : 500) {}
  double work() const { return 2e-6 * exchanges * kBlock * blocks; }
  void check(const int *out) const {
    for (int i = 0; i < blocks * kBlock; ++i)
      bench::requireEqual("out", i, out[i], (i + exchanges) % kBlock + exchanges);
  }

  int blocks, exchanges;
};

#endif
