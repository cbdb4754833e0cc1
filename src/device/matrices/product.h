// D = A * B + C of a warp, for fragments of the shapes m8n8 and m16n8 (PTX ISA, "Matrix Fragments for mma").
//
// Register r of A holds, in the four lanes of group g, elements of row g + 8 * (r % tiles), and of B's column g; the
// lanes of a group hold one register's worth of k after the other, and so do registers. With two registers of k, K = 16:
//
//   lane in group     0      1      2      3      0      1        2        3
//   f16, k            0 1    2 3    4 5    6 7    8 9    10 11    12 13    14 15
//   register of B     0      0      0      0      1      1        1        1
//
// Of C and D a lane has columns 2 * (lane in group) and the next of row g, then the same of row g + 8.
#ifndef RADDLE_DEVICE_MATRICES_PRODUCT_H
#define RADDLE_DEVICE_MATRICES_PRODUCT_H

#include "device/matrices/elements.h"
#include "device/matrices/vector_operations.h"

namespace raddle_matrices {

/// Where a lane's operands come from, for register `word` of a row of k.
struct Sources {
  u32 row, even_column, odd_column;
};
INLINE Sources sourcesOf(int word) {
  const u32 in_group = static_cast<u32>(word % kLanesOfGroup);
  const u32 even_column = 8 * laneInGroup() + in_group;
  return {(ownLane() & ~3u) | in_group, even_column, even_column + kLanesOfGroup};
}

/// The products of one register of k, of two tiles of rows.
template <class A, class B> INLINE SumsOfStep step(u32 a, u32 a8, u32 b, SumsOfStep c) {
  if constexpr (__is_same(A, F16))
    return __raddle_matrix_step_f16_1(a, a8, b, c.d0, c.d1, c.d2, c.d3);
  else if constexpr (__is_same(A, BF16))
    return __raddle_matrix_step_bf16_1(a, a8, b, c.d0, c.d1, c.d2, c.d3);
  else if constexpr (A::kPerRegister == 1)
    return __raddle_matrix_step_f32_1(A::at(a, 0), A::at(a8, 0), B::at(b, 0), c.d0, c.d1, c.d2, c.d3);
  else
    return __raddle_matrix_step_f32_4(A::at(a, 0), A::at(a, 1), A::at(a, 2), A::at(a, 3), A::at(a8, 0),
                                      A::at(a8, 1), A::at(a8, 2), A::at(a8, 3), B::at(b, 0), B::at(b, 1),
                                      B::at(b, 2), B::at(b, 3), c.d0, c.d1, c.d2, c.d3);
}
template <class A, class B, int words>
INLINE Registers<4, float> sumOfSteps(Operand<words / 2, u32> a, Operand<words / 4, u32> b,
                                      Registers<4, float> sums) {
  SumsOfStep d{sums[0], sums[1], sums[2], sums[3]};
#pragma unroll
  for (int k = 0; k < words / kLanesOfGroup; ++k)
    d = step<A, B>(a[2 * k], a[2 * k + 1], b[k], d);
  return {d.d0, d.d1, d.d2, d.d3};
}

/// The sum over all k, in the order of k, of one fused multiplication and addition each, beginning with C. Every NaN becomes
/// the one that a GPU gives, so that no processor's own shows.
template <class A, class B, int tiles, int words>
INLINE Registers<2 * tiles, float> sumOfProducts(Operand<tiles * words / 4, u32> a, Operand<words / 4, u32> b,
                                                 Registers<2 * tiles, float> sums) {
  needAllLanes();
  if (__raddle_has_matrix_operations())
    return sumOfSteps<A, B, words>(a, b, sums);
#pragma unroll
  for (int word = 0; word < words; ++word) {
    const Sources from = sourcesOf(word);
    const int k_register = word / kLanesOfGroup;
#pragma unroll
    for (int i = 0; i < A::kPerRegister; ++i) {
      const float column = B::at(b[k_register], i);
      const float even = fromLane(column, from.even_column), odd = fromLane(column, from.odd_column);
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile) {
        const float row = fromLane(A::at(a[tiles * k_register + tile], i), from.row);
        sums[2 * tile] = __builtin_fmaf(row, even, sums[2 * tile]);
        sums[2 * tile + 1] = __builtin_fmaf(row, odd, sums[2 * tile + 1]);
      }
    }
  }
#pragma unroll
  for (int i = 0; i < 2 * tiles; ++i)
    sums[i] = sums[i] != sums[i] ? __builtin_bit_cast(float, 0x7fffffff) : sums[i];
  return sums;
}

/// The same for f64, of which a register holds one element.
template <int tiles, int words>
INLINE Registers<2 * tiles, double> sumOfDoubles(Operand<tiles * words / 4, double> a,
                                                 Operand<words / 4, double> b, Operand<2 * tiles, double> c) {
  needAllLanes();
  Registers<2 * tiles, double> sums;
#pragma unroll
  for (int i = 0; i < 2 * tiles; ++i)
    sums[i] = c[i];
#pragma unroll
  for (int word = 0; word < words; ++word) {
    const Sources from = sourcesOf(word);
    const int k_register = word / kLanesOfGroup;
    const double even = fromLane(b[k_register], from.even_column),
                 odd = fromLane(b[k_register], from.odd_column);
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
      const double row = fromLane(a[tiles * k_register + tile], from.row);
      sums[2 * tile] = __builtin_fma(row, even, sums[2 * tile]);
      sums[2 * tile + 1] = __builtin_fma(row, odd, sums[2 * tile + 1]);
    }
  }
  return sums;
}

/// The products of the elements of two registers, added up.
template <class A, class B> struct IntegerDot {
  static INLINE s32 of(u32 a, u32 b) {
    s32 sum = 0;
#pragma unroll
    for (int i = 0; i < A::kPerRegister; ++i)
      sum += A::at(a, i) * B::at(b, i);
    return sum;
  }
};
struct XorPopulation {
  static INLINE s32 of(u32 a, u32 b) { return __builtin_popcount(a ^ b); }
};
struct AndPopulation {
  static INLINE s32 of(u32 a, u32 b) { return __builtin_popcount(a & b); }
};

/// Integers: the products never overflow, adding C wraps around, or saturates.
template <class Dot, int tiles, int words, bool saturates>
INLINE Registers<2 * tiles, s32> sumOfIntegers(Operand<tiles * words / 4, u32> a, Operand<words / 4, u32> b,
                                               Operand<2 * tiles, s32> c) {
  needAllLanes();
  Registers<2 * tiles, s32> sums = 0;
#pragma unroll
  for (int word = 0; word < words; ++word) {
    const Sources from = sourcesOf(word);
    const int k_register = word / kLanesOfGroup;
    const u32 even = fromLane(b[k_register], from.even_column),
              odd = fromLane(b[k_register], from.odd_column);
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
      const u32 row = fromLane(a[tiles * k_register + tile], from.row);
      sums[2 * tile] += Dot::of(row, even);
      sums[2 * tile + 1] += Dot::of(row, odd);
    }
  }
#pragma unroll
  for (int i = 0; i < 2 * tiles; ++i)
    sums[i] = saturates ? __builtin_elementwise_add_sat(sums[i], c[i])
                        : static_cast<s32>(static_cast<u32>(sums[i]) + static_cast<u32>(c[i]));
  return sums;
}

template <class A, class B, int tiles, int words>
INLINE Registers<2 * tiles, float> productInF32(Operand<tiles * words / 4, u32> a, Operand<words / 4, u32> b,
                                                Operand<2 * tiles, float> c) {
  Registers<2 * tiles, float> sums;
#pragma unroll
  for (int i = 0; i < 2 * tiles; ++i)
    sums[i] = c[i];
  return sumOfProducts<A, B, tiles, words>(a, b, sums);
}

/// C and D are f16, two to a register: the sum is made in f32 and rounded once.
template <class A, class B, int tiles, int words>
INLINE Registers<tiles, u32> productInF16(Operand<tiles * words / 4, u32> a, Operand<words / 4, u32> b,
                                          Operand<tiles, u32> c) {
  Registers<2 * tiles, float> sums;
#pragma unroll
  for (int i = 0; i < 2 * tiles; ++i)
    sums[i] = F16::at(c[i / 2], i % 2);
  sums = sumOfProducts<A, B, tiles, words>(a, b, sums);
  Registers<tiles, u32> d;
#pragma unroll
  for (int i = 0; i < tiles; ++i)
    d[i] = floatToHalf(sums[2 * i]) | floatToHalf(sums[2 * i + 1]) << 16;
  return d;
}

} // namespace raddle_matrices

#endif
