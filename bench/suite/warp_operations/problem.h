// Shuffles and votes, each on what the last one gave: per step a butterfly shuffle, a shuffle from a lane
// that depends on the data, a ballot and a vote. Counted are operations of a thread.
#ifndef RADDLE_BENCH_WARP_OPERATIONS_H
#define RADDLE_BENCH_WARP_OPERATIONS_H

#include "../common/harness.h"

struct WarpOperations {
  static constexpr const char *kUnit = "M/s";
  static constexpr int kBlock = 256;

  explicit WarpOperations(bool tiny) : blocks(tiny ? 2 : 64), steps(tiny ? 10 : 2000) {}
  double work() const { return 4e-6 * steps * kBlock * blocks; }

  // All warps of the same number do the same.
  void check(const unsigned *out) const {
    for (unsigned warp = 0; warp < unsigned(blocks * kBlock) / 32; ++warp) {
      unsigned values[32];
      for (unsigned lane = 0; lane < 32; ++lane)
        values[lane] = warp % (kBlock / 32) * 32 + lane;
      for (int step = 0; step < steps; ++step)
        advance(values, step);
      for (unsigned lane = 0; lane < 32; ++lane)
        bench::requireEqual("out", warp * 32 + lane, out[warp * 32 + lane], values[lane]);
    }
  }
  static void advance(unsigned (&values)[32], int step) {
    unsigned next[32], odd = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      next[lane] = values[lane] + values[lane ^ (1u << step % 5)];
    for (unsigned lane = 0; lane < 32; ++lane)
      values[lane] = next[lane] ^ next[next[lane] >> 3 & 31] * 5;
    for (unsigned lane = 0; lane < 32; ++lane)
      odd |= (values[lane] & 1) << lane;
    bool all_small = true;
    for (unsigned lane = 0; lane < 32; ++lane) {
      values[lane] += odd;
      all_small &= values[lane] < 0x80000000;
    }
    for (unsigned lane = 0; lane < 32; ++lane)
      values[lane] = all_small ? values[lane] : values[lane] * 3 + lane;
  }

  int blocks, steps;
};

#endif
