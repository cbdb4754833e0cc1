// How often each value of a byte occurs.
#ifndef RADDLE_BENCH_HISTOGRAM_H
#define RADDLE_BENCH_HISTOGRAM_H

#include "../common/harness.h"

struct Histogram {
  static constexpr const char *kUnit = "GB/s";
  static constexpr int kBins = 256;

  // The bytes of an image rather than white noise: the middle is more frequent.
  explicit Histogram(bool tiny) : words(tiny ? 2500 : 16 << 20), data(words) {
    bench::Random random;
    for (unsigned &word : data) {
      unsigned first = random.next(), second = random.next();
      word = 0;
      for (int shift = 0; shift < 32; shift += 8) {
        unsigned value = ((first >> shift & 255) + (second >> shift & 255)) / 2;
        ++expected[value];
        word |= value << shift;
      }
    }
  }
  double work() const { return 4e-9 * words; }
  void check(const unsigned *bins) const {
    for (int i = 0; i < kBins; ++i)
      bench::requireEqual("bins", i, bins[i], expected[i]);
  }

  int words;
  bench::Array<unsigned> data;
  unsigned expected[kBins] = {};
};

#endif
