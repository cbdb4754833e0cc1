// An image copied from one surface to another, row by row.
#ifndef RADDLE_BENCH_SURFACE_COPY_H
#define RADDLE_BENCH_SURFACE_COPY_H

#include "../common/image.h"

struct SurfaceCopy {
  static constexpr const char *kUnit = "GB/s";

  explicit SurfaceCopy(bool tiny) : size(tiny ? 64 : 4096), in(std::size_t(size) * size) { bench::fill(in); }
  double work() const { return 8e-9 * size * size; }
  void check(const float *out) const {
    for (std::size_t i = 0; i < in.size(); ++i)
      bench::requireEqual("out", i, out[i], in[i]);
  }

  int size;
  bench::Array<float> in;
};

#endif
