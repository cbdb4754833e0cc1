// Rows of the result are vectors, whose texels are gathered.
#include "problem.h"

struct Program : TextureVolume {
  explicit Program(bool tiny) : TextureVolume(tiny), out_(results) {}
  void run() {
    float *const out = out_.data();
#pragma omp parallel for collapse(2)
    for (int slice = 0; slice < kSlices; ++slice)
      for (int y = 0; y < size; ++y) {
#pragma omp simd
        for (int x = 0; x < size; ++x)
          out[(std::size_t(slice) * size + y) * size + x] = expected(x, y, slice);
      }
  }
  void check() { TextureVolume::check(out_.data()); }
  bench::Array<float> out_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
