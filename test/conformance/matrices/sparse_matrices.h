// Random sparse matrices and their metadata.
#ifndef RADDLE_TEST_CONFORMANCE_MATRICES_SPARSE_MATRICES_H
#define RADDLE_TEST_CONFORMANCE_MATRICES_SPARSE_MATRICES_H

#include "fragments.h"

// A of 16 rows, of which half the elements are there: those, side by side, and the column that each has.
struct Sparse {
  Matrix there;
  std::vector<int> columns;
  std::vector<u64> metadata; // of each row

  // `avoided`: the place in each chunk that no row has; none for -1.
  Sparse(Random &random, const Matrix &codes, int bits, int avoided)
      : there(codes), columns(codes.codes.size()), metadata(16) {
    const int of_chunk = bits == 32 ? 1 : bits == 4 ? 4 : 2; // elements that are there
    for (int row = 0; row < 16; ++row)
      for (int i = 0; i < there.columns; i += of_chunk) {
        const int chunk = i / of_chunk;
        int places[2];
        do {
          places[0] = static_cast<int>(random.below(4));
          places[1] = static_cast<int>(random.below(4));
        } while (places[0] >= places[1] || places[0] == avoided || places[1] == avoided);
        if (bits == 32) {
          places[0] = avoided == 1 ? 0 : avoided == 0 ? 2 : static_cast<int>(random.below(2)) * 2;
          places[1] = places[0] + 1;
        }
        metadata[static_cast<size_t>(row)] |= static_cast<u64>(places[0] | places[1] << 2) << (4 * chunk);
        for (int j = 0; j < of_chunk; ++j)
          columns[static_cast<size_t>(row * there.columns + i + j)] =
              bits == 32  ? 2 * chunk + places[0] / 2
              : bits == 4 ? 8 * chunk + 2 * places[j / 2] + j % 2
                          : 4 * chunk + places[j];
      }
  }
  int column(int row, int i) const { return columns[static_cast<size_t>(row * there.columns + i)]; }
};

// The lanes that a selector does not name have other numbers.
inline std::vector<u32> spreadMetadata(Random &random, const Sparse &a, int bits, int selector) {
  std::vector<u32> words(32);
  for (u32 &word : words)
    word = static_cast<u32>(random.bits());
  const int bits_of_row = a.there.columns * (bits == 32 ? 4 : bits == 4 ? 1 : 2);
  for (int group = 0; group < 8; ++group) {
    const u64 upper = a.metadata[static_cast<size_t>(group)],
              lower = a.metadata[static_cast<size_t>(group + 8)];
    u32 *lanes = &words[static_cast<size_t>(4 * group)];
    if (bits_of_row == 16) {
      lanes[selector] = static_cast<u32>(upper | lower << 16);
    } else if (bits_of_row == 64) {
      for (int half = 0; half < 2; ++half) {
        lanes[2 * half] = static_cast<u32>(upper >> 32 * half);
        lanes[2 * half + 1] = static_cast<u32>(lower >> 32 * half);
      }
    } else if (bits < 16) {
      lanes[2 * selector] = static_cast<u32>(upper);
      lanes[2 * selector + 1] = static_cast<u32>(lower);
    } else {
      lanes[2 * selector] = static_cast<u32>((upper & 0xffff) | lower << 16);
      lanes[2 * selector + 1] = static_cast<u32>(upper >> 16 | (lower & 0xffff0000));
    }
  }
  return words;
}

#endif
