// As libraries do it: both matrices are packed in the order in which the innermost loops read them, which
// keep 8 rows of 2 vectors in registers.
#include "../common/vector.h"
#include "problem.h"

using namespace bench;

namespace {

constexpr int kRows = 8;     // of one tile in registers
constexpr int kColumns = 32; // of one tile in registers
constexpr int kDepth = 256;  // so many rows of a panel of b stay in the first-level cache
constexpr int kBlock = 128;  // rows and columns that one thread does at a time

void multiplyTile(float *c, int size, const float *a, const float *b, int depth) {
  Float16 sum[kRows][2];
  for (int row = 0; row < kRows; ++row)
    for (int half = 0; half < 2; ++half)
      sum[row][half] = load(c + std::size_t(row) * size + 16 * half);
  for (int k = 0; k < depth; ++k) {
    Float16 left = load(b + k * kColumns), right = load(b + k * kColumns + 16);
#pragma GCC unroll 8
    for (int row = 0; row < kRows; ++row) {
      Float16 factor = broadcast(a[k * kRows + row]);
      sum[row][0] += factor * left;
      sum[row][1] += factor * right;
    }
  }
  for (int row = 0; row < kRows; ++row)
    for (int half = 0; half < 2; ++half)
      store(c + std::size_t(row) * size + 16 * half, sum[row][half]);
}

} // namespace

struct Program : Sgemm {
  explicit Program(bool tiny) : Sgemm(tiny), c_(a.size()), packed_a_(a.size()), packed_b_(b.size()) {}

  void run() {
#pragma omp parallel
    {
#pragma omp for nowait
      for (int panel = 0; panel < size / kRows; ++panel)
        for (int k = 0; k < size; k += 16)
          for (int row = 0; row < kRows; ++row)
            for (int i = k; i < k + 16; ++i)
              packed_a_[std::size_t(panel) * kRows * size + i * kRows + row] =
                  a[std::size_t(panel * kRows + row) * size + i];
#pragma omp for
      for (int k = 0; k < size; ++k)
        for (int panel = 0; panel < size / kColumns; ++panel)
          for (int i = 0; i < kColumns; i += 16)
            store(&packed_b_[std::size_t(panel) * kColumns * size + k * kColumns + i],
                  load(&b[std::size_t(k) * size + panel * kColumns + i]));
#pragma omp for collapse(2) schedule(dynamic)
      for (int y = 0; y < size; y += kBlock)
        for (int x = 0; x < size; x += kBlock)
          multiplyBlock(y, x);
    }
  }

  void multiplyBlock(int y, int x) {
    for (int row = y; row < y + kBlock; ++row)
      std::memset(&c_[std::size_t(row) * size + x], 0, kBlock * sizeof(float));
    for (int k = 0; k < size; k += kDepth)
      for (int column = x; column < x + kBlock; column += kColumns)
        for (int row = y; row < y + kBlock; row += kRows)
          multiplyTile(&c_[std::size_t(row) * size + column], size,
                       &packed_a_[std::size_t(row) * size + k * kRows],
                       &packed_b_[std::size_t(column) * size + k * kColumns], std::min(kDepth, size - k));
  }
  void check() { Sgemm::check(c_.data()); }
  Array<float> c_, packed_a_, packed_b_;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
