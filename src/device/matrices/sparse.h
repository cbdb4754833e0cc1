// D = A * B + C of a warp where A has K / 2 elements to a row (PTX ISA, "Matrix multiply-accumulate operation using mma.sp
// instruction with sparse matrix A"). Of each chunk of A's row, four bits of metadata say which elements are there:
//
//   16 and 8 bits   chunks of four elements, two of which are there: two bits of the place of each
//   4 bits          chunks of eight elements, in pairs: two pairs are there
//   tf32            chunks of two elements, one of which is there: 0100 the first, 1110 the second
//
// The registers of A are as for a dense matrix with K / 2 columns, those of B as for a dense one. The metadata of rows g and
// g + 8 is in lanes of group g, which the selector names where one of them, or two, have all of it.
#ifndef RADDLE_DEVICE_MATRICES_SPARSE_H
#define RADDLE_DEVICE_MATRICES_SPARSE_H

#include "device/matrices/product.h"

namespace raddle_matrices {

/// The column of a row's element number `i`, of those that are there. Bits 2j and 2j + 1 are those of place j.
template <class Element> INLINE u32 columnOf(u64 metadata, u32 i) {
  constexpr int kPerRegister = Element::kPerRegister;
  if constexpr (kPerRegister == 1)
    return 2 * i + static_cast<u32>(metadata >> (4 * i + 1) & 1);
  else if constexpr (kPerRegister == 8)
    return 8 * (i / 4) + 2 * static_cast<u32>(metadata >> (i & ~1u) & 3) + i % 2;
  else
    return 4 * (i / 2) + static_cast<u32>(metadata >> (2 * i) & 3);
}

/// What lane `number` of this lane's group has.
INLINE u32 ofGroup(u32 word, u32 number) { return fromLane(word, (ownLane() & ~3u) | number); }

/// The metadata of rows g and g + 8, of `bits` each.
template <int bits, bool has_wide_elements> struct Metadata {
  u64 of_row[2];

  INLINE Metadata(u32 word, u32 selector) {
    if constexpr (bits == 16) {
      const u32 both = ofGroup(word, selector);
      of_row[0] = both & 0xffff;
      of_row[1] = both >> 16;
    } else if constexpr (bits == 64) {
      for (u32 row = 0; row < 2; ++row)
        of_row[row] = ofGroup(word, row) | static_cast<u64>(ofGroup(word, row + 2)) << 32;
    } else {
      const u32 first = ofGroup(word, 2 * selector), second = ofGroup(word, 2 * selector + 1);
      // Of elements of 16 and 32 bits, each lane has a half of both rows.
      of_row[0] = has_wide_elements ? (first & 0xffff) | second << 16 : first;
      of_row[1] = has_wide_elements ? first >> 16 | (second & 0xffff0000) : second;
    }
  }
};

/// The registers of the rows of A, `words` for each row, and of the columns of B that this lane's sums are made of.
template <class A, int words> struct SparseLines {
  static constexpr int kCount = words * A::kPerRegister; // elements of a row that are there
  static constexpr int kMetadataBits = A::kPerRegister == 1   ? 4 * kCount
                                       : A::kPerRegister == 8 ? kCount
                                                              : 2 * kCount;

  u32 rows[2][words], columns[2][2 * words];
  Metadata<kMetadataBits, (A::kPerRegister < 4)> metadata;

  INLINE SparseLines(Operand<words / 2, u32> a, Operand<words / 2, u32> b, u32 of_metadata, u32 selector)
      : metadata(of_metadata, selector) {
#pragma unroll
    for (int word = 0; word < 2 * words; ++word) {
      const Sources from = sourcesOf(word);
      columns[0][word] = fromLane(b[word / kLanesOfGroup], from.even_column);
      columns[1][word] = fromLane(b[word / kLanesOfGroup], from.odd_column);
      if (word < words)
#pragma unroll
        for (int row = 0; row < 2; ++row)
          rows[row][word] = fromLane(a[2 * (word / kLanesOfGroup) + row], from.row);
    }
  }

  /// Element `i` of a row, of those that are there, and what it is multiplied with.
  struct Factors {
    u32 row, in_row, column, in_column; // a register, and the number of the element in it
  };
  INLINE Factors factors(int sum, int i) const {
    const u32 k = columnOf<A>(metadata.of_row[sum / 2], static_cast<u32>(i));
    return {rows[sum / 2][i / A::kPerRegister], static_cast<u32>(i % A::kPerRegister),
            columns[sum % 2][k / A::kPerRegister], k % A::kPerRegister};
  }
};

template <class A, class B> INLINE typename A::Value multiplied(float a, float b, float sum) {
  return __builtin_fmaf(a, b, sum);
}
template <class A, class B> INLINE typename A::Value multiplied(s32 a, s32 b, s32 sum) { return a * b + sum; }

/// Adds the products to `sums` one by one, in the order of A's registers.
template <class A, class B, int words>
INLINE void addProducts(const SparseLines<A, words> &lines, typename A::Value (&sums)[4]) {
#pragma unroll 1
  for (int sum = 0; sum < 4; ++sum)
#pragma unroll 1
    for (int i = 0; i < lines.kCount; ++i) {
      const auto of = lines.factors(sum, i);
      sums[sum] = multiplied<A, B>(A::at(of.row, static_cast<int>(of.in_row)),
                                   B::at(of.column, static_cast<int>(of.in_column)), sums[sum]);
    }
}

template <class A, class B, int words>
INLINE Registers<4, float> sparseInF32(Operand<words / 2, u32> a, Operand<words / 2, u32> b,
                                       Operand<4, float> c, u32 metadata, u32 selector) {
  needAllLanes();
  float sums[4] = {c[0], c[1], c[2], c[3]};
  addProducts<A, B, words>({a, b, metadata, selector}, sums);
  Registers<4, float> d;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    d[i] = sums[i] != sums[i] ? __builtin_bit_cast(float, 0x7fffffff) : sums[i];
  return d;
}

template <class A, class B, int words>
INLINE Registers<2, u32> sparseInF16(Operand<words / 2, u32> a, Operand<words / 2, u32> b, Operand<2, u32> c,
                                     u32 metadata, u32 selector) {
  needAllLanes();
  float sums[4] = {F16::at(c[0], 0), F16::at(c[0], 1), F16::at(c[1], 0), F16::at(c[1], 1)};
  addProducts<A, B, words>({a, b, metadata, selector}, sums);
  return {floatToHalf(sums[0]) | floatToHalf(sums[1]) << 16, floatToHalf(sums[2]) | floatToHalf(sums[3])
                                                                                        << 16};
}

/// Adding C wraps around, or saturates.
template <class A, class B, int words, bool saturates>
INLINE Registers<4, s32> sparseInS32(Operand<words / 2, u32> a, Operand<words / 2, u32> b, Operand<4, s32> c,
                                     u32 metadata, u32 selector) {
  needAllLanes();
  s32 sums[4] = {};
  addProducts<A, B, words>({a, b, metadata, selector}, sums);
  Registers<4, s32> d;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    d[i] = saturates ? __builtin_elementwise_add_sat(sums[i], c[i])
                     : static_cast<s32>(static_cast<u32>(sums[i]) + static_cast<u32>(c[i]));
  return d;
}

} // namespace raddle_matrices

#endif
