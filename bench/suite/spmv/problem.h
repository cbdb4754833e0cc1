// y = A * x for a sparse matrix in compressed rows, of 8 to 120 elements near the diagonal.
#ifndef RADDLE_BENCH_SPMV_H
#define RADDLE_BENCH_SPMV_H

#include "../common/harness.h"

struct Spmv {
  static constexpr const char *kUnit = "GFLOP/s";
  static constexpr int kMostInRow = 120, kBand = 20000;

  explicit Spmv(bool tiny)
      : rows(tiny ? 500 : 200000), begins(rows + 1), columns(std::size_t(rows) * kMostInRow),
        values(columns.size()), x(rows) {
    bench::Random random;
    for (float &value : x)
      value = random.uniform(-1, 1);
    int next = 0;
    for (int row = 0; row < rows; ++row) {
      begins[row] = next;
      for (int end = next + 8 + int(random.next() % (kMostInRow - 8)); next < end; ++next) {
        int column = row + int(random.next() % (2 * kBand)) - kBand;
        columns[next] = std::min(std::max(column, 0), rows - 1);
        values[next] = random.uniform(-1, 1);
      }
    }
    begins[rows] = next;
  }
  double work() const { return 2e-9 * begins[rows]; }
  void check(const float *y) const {
    for (int row = 0; row < rows; ++row) {
      double sum = 0;
      for (int i = begins[row]; i < begins[row + 1]; ++i)
        sum += double(values[i]) * x[columns[i]];
      bench::requireNear("y", row, y[row], sum, 1e-4);
    }
  }

  int rows;
  bench::Array<int> begins, columns;
  bench::Array<float> values, x;
};

#endif
