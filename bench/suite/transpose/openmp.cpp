// By tiles, as in the CUDA kernel; 64 x 64 are faster than its 32 x 32.
#include "problem.h"

struct Program : Transpose {
  explicit Program(bool tiny) : Transpose(tiny), out_(in.size()) {}
  void run() {
    constexpr int kTile = 64;
    const std::size_t width = size;
    const float *in = this->in.data();
    float *out = out_.data();
#pragma omp parallel for collapse(2)
    for (int y = 0; y < size; y += kTile)
      for (int x = 0; x < size; x += kTile) {
        alignas(64) float tile[kTile][kTile];
        for (int row = 0; row < kTile; ++row)
#pragma omp simd
          for (int column = 0; column < kTile; ++column)
            tile[row][column] = in[(x + row) * width + y + column];
        for (int row = 0; row < kTile; ++row)
#pragma omp simd
          for (int column = 0; column < kTile; ++column)
            out[(y + row) * width + x + column] = tile[column][row];
      }
  }
  void check() { Transpose::check(out_.data()); }
  bench::Array<float> out_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
