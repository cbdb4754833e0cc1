// Rows of the result are vectors, whose texels are gathered.
#include "problem.h"

struct Program : TextureLinear {
  explicit Program(bool tiny) : TextureLinear(tiny), out_(in.size()) {}
  void run() {
    float *const out = out_.data();
#pragma omp parallel for
    for (int y = 0; y < size; ++y) {
#pragma omp simd
      for (int x = 0; x < size; ++x)
        out[std::size_t(y) * size + x] = expected(x, y);
    }
  }
  void check() { TextureLinear::check(out_.data()); }
  bench::Array<float> out_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
