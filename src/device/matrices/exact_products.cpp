// mma.sync as an H100 rounds it, for RADDLE_MMA=exact: the kernel compiler calls these instead of the functions of the same name
// without _exact (jit/compiler/load/load_module.cpp). Products of integers and of f64 are the same in both modes.

#include "device/matrices/fused_sum.h"
#include "device/matrices/product.h"

using namespace raddle_matrices;

namespace {

/// The registers of the rows of A and columns of B whose products a lane sums up.
template <int tiles, int words> struct Lines {
  u32 rows[tiles][words], columns[2][words];

  INLINE Lines(Operand<tiles * words / 4, u32> a, Operand<words / 4, u32> b) {
#pragma unroll
    for (int word = 0; word < words; ++word) {
      const Sources from = sourcesOf(word);
      const int k_register = word / kLanesOfGroup;
      columns[0][word] = fromLane(b[k_register], from.even_column);
      columns[1][word] = fromLane(b[k_register], from.odd_column);
#pragma unroll
      for (int tile = 0; tile < tiles; ++tile)
        rows[tile][word] = fromLane(a[tiles * k_register + tile], from.row);
    }
  }
};

// All products of 16 or 32 bits at once, and by wgmma those of 8 bits, too.
template <class Format, class A, class B, int words>
INLINE u32 sumOfLines(const u32 *row, const u32 *column, u32 c) {
  constexpr int kPerRegister = A::kPerRegister;
  if constexpr (kPerRegister < 4 || Format::kPlaces == kNarrowPlaces) {
    const auto products = [&](int i) {
      const int word = i / kPerRegister, element = i % kPerRegister;
      return product(MultiplicandOf<Format, A>::at(row[word], element),
                     MultiplicandOf<Format, B>::at(column[word], element));
    };
    return fusedSum<Format>(products, words * kPerRegister, c);
  } else {
    // An H100 has no mma.sync for elements of 8 bits: its compiler makes two registers of f16 of each, multiplies first all
    // that came of lower halves, then the others, and adds C with an addition.
    u32 sum = 0;
#pragma unroll 1
    for (int half = 0; half < 2; ++half) {
      const auto products = [&](int i) {
        const int word = i / 2, element = 2 * half + i % 2;
        return product(Multiplicand<A>::at(row[word], element), Multiplicand<B>::at(column[word], element));
      };
      sum = fusedSum<Format>(products, words * 2, sum);
    }
    return plus(Format(), sum, c);
  }
}

// Loops, and arrays in memory: unrolled, a product would be thousands of instructions.
template <class Format, class A, class B, int tiles, int words>
INLINE void sumAll(const Lines<tiles, words> &lines, u32 (&sums)[2 * tiles]) {
#pragma unroll 1
  for (int i = 0; i < 2 * tiles; ++i)
    sums[i] = sumOfLines<Format, A, B, words>(lines.rows[i / 2], lines.columns[i % 2], sums[i]);
}

template <class A, class B, int tiles, int words, class Format = FloatSum>
INLINE Registers<2 * tiles, float> exactInF32(Operand<tiles * words / 4, u32> a, Operand<words / 4, u32> b,
                                              Operand<2 * tiles, float> c) {
  needAllLanes();
  u32 sums[2 * tiles];
#pragma unroll
  for (int i = 0; i < 2 * tiles; ++i)
    sums[i] = __builtin_bit_cast(u32, c[i]);
  sumAll<Format, A, B, tiles, words>({a, b}, sums);
  Registers<2 * tiles, float> d;
#pragma unroll
  for (int i = 0; i < 2 * tiles; ++i)
    d[i] = __builtin_bit_cast(float, sums[i]);
  return d;
}

template <class A, class B, int tiles, int words, class Format = HalfSum>
INLINE Registers<tiles, u32> exactInF16(Operand<tiles * words / 4, u32> a, Operand<words / 4, u32> b,
                                        Operand<tiles, u32> c) {
  needAllLanes();
  u32 sums[2 * tiles];
#pragma unroll
  for (int i = 0; i < 2 * tiles; ++i)
    sums[i] = c[i / 2] >> (16 * (i % 2)) & 0xffff;
  sumAll<Format, A, B, tiles, words>({a, b}, sums);
  Registers<tiles, u32> d;
#pragma unroll
  for (int i = 0; i < tiles; ++i)
    d[i] = sums[2 * i] | sums[2 * i + 1] << 16;
  return d;
}

} // namespace

#define PRODUCT(name, sum, sums, word, rows, columns, ...)                                                   \
  DEVICE Registers<sums, sum> name(PARAMETERS_##rows(word, a), PARAMETERS_##columns(word, b),                \
                                   PARAMETERS_##sums(sum, c)) {                                              \
    return __VA_ARGS__({LIST_##rows(a)}, {LIST_##columns(b)}, {LIST_##sums(c)});                             \
  }
#define FLOAT_PRODUCT(shape, d, x, y, a, b, A, B)                                                            \
  PRODUCT(__raddle_mma_##shape##_f32_##a##_##b##_exact, float, d, u32, x, y, exactInF32<A, B, d / 2, 4 * y>)
#define HALF_PRODUCT(shape, d, x, y, a, b, A, B)                                                             \
  PRODUCT(__raddle_mma_##shape##_f16_##a##_##b##_exact, u32, d, u32, x, y, exactInF16<A, B, d, 4 * y>)
#include "device/matrices/float_products.def"

#define WGMMA(a, b, A, B)                                                                                    \
  PRODUCT(__raddle_mma_m16n8k32_f32_##a##_##b##_wgmma_exact, float, 4, u32, 4, 2,                            \
          exactInF32<A, B, 2, 8, NarrowFloatSum>)                                                            \
  PRODUCT(__raddle_mma_m16n8k32_f16_##a##_##b##_wgmma_exact, u32, 2, u32, 4, 2,                              \
          exactInF16<A, B, 2, 8, NarrowHalfSum>)
WGMMA(e4m3, e4m3, E4M3, E4M3)
WGMMA(e4m3, e5m2, E4M3, E5M2)
WGMMA(e5m2, e4m3, E5M2, E4M3)
WGMMA(e5m2, e5m2, E5M2, E5M2)
