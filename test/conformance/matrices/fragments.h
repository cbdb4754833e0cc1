// Matrices on the host as fragments of lanes, and what their products are.
//
// The layout is that of the PTX ISA, "Matrix Fragments for mma": element i of A in lane 4g + t, with E elements to a
// register of 32 bits, is in row g, or g + 8 where i / E is odd and a fragment has 16 rows, and in column
// E * t + i % E + 4 * E * (i / (E * rows / 8)). B is the same with columns for rows; of C, element i is in row
// g + 8 * (i / 2), column 2 * t + i % 2.
#ifndef RADDLE_TEST_CONFORMANCE_MATRICES_FRAGMENTS_H
#define RADDLE_TEST_CONFORMANCE_MATRICES_FRAGMENTS_H

#include "../check.h"

#include <cmath>
#include <cstring>

using u32 = unsigned;
using u64 = unsigned long long;

// A format: how many bits a code has, and what number it is.
struct Format {
  int bits;
  double (*value)(u64 code);
};

inline double valueOfFloat(u64 code, int exponent_bits, int mantissa_bits, bool has_infinity) {
  const u64 mantissa = code & ((1ull << mantissa_bits) - 1);
  const int exponent = static_cast<int>(code >> mantissa_bits & ((1ull << exponent_bits) - 1));
  const int largest = (1 << exponent_bits) - 1, bias = largest / 2;
  const double sign = code >> (exponent_bits + mantissa_bits) & 1 ? -1 : 1;
  if (exponent == largest && (has_infinity || mantissa == (1ull << mantissa_bits) - 1))
    return has_infinity && mantissa == 0 ? sign * INFINITY : NAN;
  const double units = std::ldexp(static_cast<double>(mantissa), -mantissa_bits);
  return sign * std::ldexp(exponent == 0 ? units : 1 + units, (exponent == 0 ? 1 : exponent) - bias);
}

inline const Format kF16{16, [](u64 code) { return valueOfFloat(code, 5, 10, true); }};
inline const Format kBf16{16, [](u64 code) { return valueOfFloat(code, 8, 7, true); }};
inline const Format kTf32{32, [](u64 code) { return valueOfFloat(code >> 13, 8, 10, true); }};
inline const Format kE4m3{8, [](u64 code) { return valueOfFloat(code, 4, 3, false); }};
inline const Format kE5m2{8, [](u64 code) { return valueOfFloat(code, 5, 2, true); }};
inline const Format kF32{32, [](u64 code) { return valueOfFloat(code, 8, 23, true); }};
inline const Format kF64{64, [](u64 code) {
                           double value;
                           std::memcpy(&value, &code, sizeof value);
                           return value;
                         }};
inline const Format kS8{8, [](u64 code) { return double(static_cast<signed char>(code)); }};
inline const Format kU8{8, [](u64 code) { return double(code); }};
inline const Format kS4{4, [](u64 code) { return double(code) - (code & 8 ? 16 : 0); }};
inline const Format kU4{4, [](u64 code) { return double(code); }};
inline const Format kB1{1, [](u64 code) { return double(code); }};

struct Matrix {
  int rows, columns;
  std::vector<u64> codes;
  Matrix(int rows, int columns) : rows(rows), columns(columns), codes(static_cast<size_t>(rows * columns)) {}
  u64 &at(int row, int column) { return codes[static_cast<size_t>(row * columns + column)]; }
  u64 at(int row, int column) const { return codes[static_cast<size_t>(row * columns + column)]; }
};

struct Place {
  int row, column;
};

// Where element i of a lane is: in A, and with row and column exchanged in B.
inline Place placeInA(int lane, int i, int rows, int per_register) {
  const int in_register = i % per_register, number = i / per_register, tiles = rows / 8;
  return {lane / 4 + 8 * (number % tiles),
          per_register * (lane % 4) + in_register + 4 * per_register * (number / tiles)};
}
inline Place placeInC(int lane, int i) { return {lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2}; }

// The registers of all lanes, those of a lane side by side, as words of 32 bits (f64: of 64).
using Words = std::vector<u64>;

inline int wordsOfLane(const Matrix &matrix, int bits) {
  return matrix.rows * matrix.columns / 32 * bits / (bits == 64 ? 64 : 32);
}

template <class PlaceOf> Words spread(const Matrix &matrix, int bits, PlaceOf place_of) {
  const int per_register = bits == 64 ? 1 : 32 / bits, words = wordsOfLane(matrix, bits);
  Words result(static_cast<size_t>(32 * words));
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < words * per_register; ++i) {
      const Place place = place_of(lane, i);
      result[static_cast<size_t>(lane * words + i / per_register)] |= matrix.at(place.row, place.column)
                                                                      << (bits % 64 * (i % per_register));
    }
  return result;
}
inline Words spreadA(const Matrix &a, int bits) {
  return spread(a, bits,
                [&](int lane, int i) { return placeInA(lane, i, a.rows, bits == 64 ? 1 : 32 / bits); });
}
inline Words spreadB(const Matrix &b, int bits) {
  return spread(b, bits, [&](int lane, int i) {
    const Place place = placeInA(lane, i, 8, bits == 64 ? 1 : 32 / bits);
    return Place{place.column, place.row};
  });
}
inline Words spreadC(const Matrix &c, int bits) { return spread(c, bits, placeInC); }

inline Matrix gatheredC(const Words &words, int rows, int bits) {
  Matrix c(rows, 8);
  const int per_register = bits == 64 ? 1 : 32 / bits, count = wordsOfLane(c, bits);
  const u64 mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
  for (int lane = 0; lane < 32; ++lane)
    for (int i = 0; i < count * per_register; ++i) {
      const Place place = placeInC(lane, i);
      c.at(place.row, place.column) =
          words[static_cast<size_t>(lane * count + i / per_register)] >> (bits % 64 * (i % per_register)) &
          mask;
    }
  return c;
}

inline u64 bitsOf(float x) {
  u32 bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}
inline u64 bitsOf(double x) {
  u64 bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

#endif
