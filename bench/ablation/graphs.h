// Random graphs and sparse matrices in compressed rows.
#ifndef RADDLE_BENCH_ABLATION_GRAPHS_H
#define RADDLE_BENCH_ABLATION_GRAPHS_H

#include "kernels.h"

namespace ablation {

struct Rows {
  std::vector<int> begins{0}, columns;

  int count() const { return static_cast<int>(begins.size()) - 1; }
  DeviceArray<int> deviceBegins() const {
    return generated<int>(begins.size(), [&](std::size_t i) { return begins[i]; });
  }
  DeviceArray<int> deviceColumns() const {
    return generated<int>(columns.size(), [&](std::size_t i) { return columns[i]; });
  }
};

/// `least` to `most` entries in each row, in any column; a few rows have many.
inline Rows randomRows(int count, unsigned least, unsigned most, unsigned heavy = 0) {
  bench::Random random;
  Rows rows;
  for (int row = 0; row < count; ++row) {
    unsigned length = least + random.next() % (most - least + 1);
    if (heavy && row % 97 == 0)
      length = heavy;
    for (unsigned i = 0; i < length; ++i)
      rows.columns.push_back(static_cast<int>(random.next() % count));
    rows.begins.push_back(static_cast<int>(rows.columns.size()));
  }
  return rows;
}

} // namespace ablation

#endif
