// An image turned about its middle. How a texel is read (`expected`) and how results are compared (`check`) is for the
// benchmarks to say, which derive from TurnedImage.
#ifndef RADDLE_BENCH_TURNED_IMAGE_H
#define RADDLE_BENCH_TURNED_IMAGE_H

#include "image.h"

namespace bench {

struct TurnedImage {
  static constexpr const char *kUnit = "Mpix/s";

  explicit TurnedImage(bool tiny)
      : size(tiny ? 64 : 2048), turn{float(size) * 0.5f}, in(std::size_t(size) * size) {
    fill(in);
  }
  double work() const { return 1e-6 * size * size; }

  int size;
  Turn turn;
  Array<float> in;
};

/// The native competitor: rows of the result are vectors, whose texels are gathered.
template <typename Problem>
struct TurnedByVectors : Problem {
  explicit TurnedByVectors(bool tiny) : Problem(tiny), out_(this->in.size()) {}
  void run() {
    float *const out = out_.data();
    const int size = this->size;
#pragma omp parallel for
    for (int y = 0; y < size; ++y) {
#pragma omp simd
      for (int x = 0; x < size; ++x)
        out[std::size_t(y) * size + x] = this->expected(x, y);
    }
  }
  void check() { Problem::check(out_.data()); }
  Array<float> out_;
};

} // namespace bench

#endif
