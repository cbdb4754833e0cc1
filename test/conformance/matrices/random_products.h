// Random matrices for products, and how far their products may be from the exact ones.
#ifndef RADDLE_TEST_CONFORMANCE_MATRICES_RANDOM_PRODUCTS_H
#define RADDLE_TEST_CONFORMANCE_MATRICES_RANDOM_PRODUCTS_H

#include "fragments.h"

#include <algorithm>

template <class T> std::vector<T> narrowed(const Words &words) {
  std::vector<T> result;
  for (u64 word : words) {
    T value;
    if constexpr (sizeof(T) == 8) {
      std::memcpy(&value, &word, 8);
    } else {
      const u32 low = static_cast<u32>(word);
      std::memcpy(&value, &low, 4);
    }
    result.push_back(value);
  }
  return result;
}

inline Matrix randomCodes(Random &random, int rows, int columns, int bits) {
  Matrix matrix(rows, columns);
  for (u64 &code : matrix.codes)
    code = random.bits() & (bits == 64 ? ~0ull : (1ull << bits) - 1);
  return matrix;
}

// All codes up to a magnitude, which the random bits make of all exponents.
inline Matrix randomFloats(Random &random, int rows, int columns, const Format &format, double limit) {
  Matrix matrix(rows, columns);
  for (u64 &code : matrix.codes)
    do
      code = random.bits() & ((1ull << format.bits) - 1);
    while (!(std::fabs(format.value(code)) <= limit));
  return matrix;
}

// The largest power of two that a number is not less than; of a subnormal one, that of the smallest normal number.
inline double unitOf(double value, const Format &format) {
  const int lowest = format.bits == 8 || &format == &kF16 ? -14 : -126;
  return value == 0 ? 0 : std::ldexp(1.0, std::max(std::ilogb(value), lowest));
}

// How far a product may be from the exact one.
struct Bound {
  double magnitude = 0, largest = 0; // the sum of all terms' magnitudes; the largest unit of a term
  int terms = 0;

  void add(double magnitude_of_term, double unit) {
    magnitude += std::fabs(magnitude_of_term);
    largest = std::fmax(largest, unit);
    ++terms;
  }
  double of(double sum, const Format &x, const Format &z) const {
#if defined(RADDLE_FLOAT16)
    // docs/matrices.md: a fused multiplication and addition for each k, and one rounding of f16.
    const double all = (terms - 1) * 0x1p-24;
    return all / (1 - all) * magnitude + (z.bits == 16 ? std::fabs(sum) * 0x1p-11 + 0x1p-25 : 0) + 1e-40;
#else
    // Terms are cut off below the 25th place of the largest; elements of 8 bits are added up in two parts, and then C.
    const int parts = x.bits == 8 ? 2 : 1, roundings = x.bits == 8 ? 3 : 1;
    const double each = z.bits == 16 ? magnitude * 0x1p-11 + 0x1p-25 : magnitude * 0x1p-23;
    return (terms + parts) * std::fmax(largest, magnitude) * 0x1p-25 + roundings * each + 1e-40;
#endif
  }
};

#endif
