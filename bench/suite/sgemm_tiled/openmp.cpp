// By tiles that are copied next to each other, as in the CUDA kernel, but of 128 x 128, which suits a core's
// second-level cache; the compilers keep 8 rows of 32 sums in registers.
#include "problem.h"

namespace {

constexpr int kTile = 128, kRows = 8, kColumns = 32;

using Tile = float[kTile][kTile];

void multiply(Tile &__restrict c, const Tile &a, const Tile &b) {
  for (int y = 0; y < kTile; y += kRows)
    for (int x = 0; x < kTile; x += kColumns) {
      float sum[kRows][kColumns];
      for (int row = 0; row < kRows; ++row)
#pragma omp simd
        for (int column = 0; column < kColumns; ++column)
          sum[row][column] = c[y + row][x + column];
      for (int k = 0; k < kTile; ++k)
#pragma GCC unroll 8
        for (int row = 0; row < kRows; ++row)
#pragma omp simd
          for (int column = 0; column < kColumns; ++column)
            sum[row][column] += a[y + row][k] * b[k][x + column];
      for (int row = 0; row < kRows; ++row)
#pragma omp simd
        for (int column = 0; column < kColumns; ++column)
          c[y + row][x + column] = sum[row][column];
    }
}

} // namespace

struct Program : Sgemm {
  explicit Program(bool tiny) : Sgemm(tiny), c_(a.size()) {}
  void run() {
    const std::size_t width = size;
#pragma omp parallel for collapse(2) schedule(dynamic)
    for (int y = 0; y < size; y += kTile)
      for (int x = 0; x < size; x += kTile) {
        alignas(64) Tile tile_a, tile_b, tile_c = {};
        for (int k = 0; k < size; k += kTile) {
          for (int row = 0; row < kTile; ++row) {
            std::copy_n(&a[(y + row) * width + k], kTile, tile_a[row]);
            std::copy_n(&b[(k + row) * width + x], kTile, tile_b[row]);
          }
          multiply(tile_c, tile_a, tile_b);
        }
        for (int row = 0; row < kTile; ++row)
          std::copy_n(tile_c[row], kTile, &c_[(y + row) * width + x]);
      }
  }
  void check() { Sgemm::check(c_.data()); }
  bench::Array<float> c_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
