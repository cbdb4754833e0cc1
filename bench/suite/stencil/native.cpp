#include "problem.h"

struct Program : Stencil {
  explicit Program(bool tiny) : Stencil(tiny), out_(in.size()) {}
  void run() {
    const std::size_t width = size;
#pragma omp parallel for
    for (int y = 1; y < size - 1; ++y) {
      float *to = &out_[y * width];
      const float *from = &in[y * width], *above = from - width, *below = from + width;
#pragma omp simd
      for (int x = 1; x < size - 1; ++x)
        to[x] = kCentre * from[x] + kSide * (from[x - 1] + from[x + 1] + above[x] + below[x]);
    }
  }
  void check() { Stencil::check(out_.data()); }
  bench::Array<float> out_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
