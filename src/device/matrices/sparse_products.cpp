// mma.sp, and its form with the bits of an H100 (RADDLE_MMA=exact). src/ptx/instructions/matrix_instructions.cpp calls these as
// __raddle_mma_sp_SHAPE_D_A_B.

#include "device/matrices/fused_sum.h"
#include "device/matrices/sparse.h"

using namespace raddle_matrices;

namespace {

// As dense ones are (exact_products.cpp): all products and C as one group; of elements of 8 bits first those that come from lower
// halves of A's registers, then the others, and then C is added.
template <class Format, class A, class B, int words>
INLINE u32 exactSum(const SparseLines<A, words> &lines, int sum, u32 c) {
  const auto product_of = [&](int i) {
    const auto of = lines.factors(sum, i);
    return product(MultiplicandOf<Format, A>::at(of.row, static_cast<int>(of.in_row)),
                   MultiplicandOf<Format, B>::at(of.column, static_cast<int>(of.in_column)));
  };
  if constexpr (A::kPerRegister < 4 || Format::kPlaces == kNarrowPlaces) {
    return fusedSum<Format>(product_of, lines.kCount, c);
  } else {
    u32 products = 0;
#pragma unroll 1
    for (int half = 0; half < 2; ++half)
      products = fusedSum<Format>([&](int i) { return product_of(4 * (i / 2) + 2 * half + i % 2); },
                                  lines.kCount / 2, products);
    return plus(Format(), products, c);
  }
}

template <class Format, class A, class B, int words>
INLINE void sumExactly(const SparseLines<A, words> &lines, u32 (&sums)[4]) {
#pragma unroll 1
  for (int sum = 0; sum < 4; ++sum)
    sums[sum] = exactSum<Format, A, B, words>(lines, sum, sums[sum]);
}

template <class A, class B, int words, class Format = FloatSum>
INLINE Registers<4, float> exactInF32(Operand<words / 2, u32> a, Operand<words / 2, u32> b,
                                      Operand<4, float> c, u32 metadata, u32 selector) {
  needAllLanes();
  u32 sums[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    sums[i] = __builtin_bit_cast(u32, c[i]);
  sumExactly<Format, A, B, words>({a, b, metadata, selector}, sums);
  Registers<4, float> d;
#pragma unroll
  for (int i = 0; i < 4; ++i)
    d[i] = __builtin_bit_cast(float, sums[i]);
  return d;
}

template <class A, class B, int words, class Format = HalfSum>
INLINE Registers<2, u32> exactInF16(Operand<words / 2, u32> a, Operand<words / 2, u32> b, Operand<2, u32> c,
                                    u32 metadata, u32 selector) {
  needAllLanes();
  u32 sums[4] = {c[0] & 0xffff, c[0] >> 16, c[1] & 0xffff, c[1] >> 16};
  sumExactly<Format, A, B, words>({a, b, metadata, selector}, sums);
  return {sums[0] | sums[1] << 16, sums[2] | sums[3] << 16};
}

} // namespace

#define SPARSE(name, sum, sums, x, ...)                                                                      \
  DEVICE Registers<sums, sum> name(PARAMETERS_##x(u32, a), PARAMETERS_##x(u32, b),                           \
                                   PARAMETERS_##sums(sum, c), u32 metadata, u32 selector) {                  \
    return __VA_ARGS__({LIST_##x(a)}, {LIST_##x(b)}, {LIST_##sums(c)}, metadata, selector);                  \
  }
#define SPARSE_FLOAT(shape, x, a, b, A, B)                                                                   \
  SPARSE(__raddle_mma_sp_##shape##_f32_##a##_##b, float, 4, x, sparseInF32<A, B, 2 * x>)                     \
  SPARSE(__raddle_mma_sp_##shape##_f32_##a##_##b##_exact, float, 4, x, exactInF32<A, B, 2 * x>)
#define SPARSE_HALF(shape, x, a, b, A, B)                                                                    \
  SPARSE(__raddle_mma_sp_##shape##_f16_##a##_##b, u32, 2, x, sparseInF16<A, B, 2 * x>)                       \
  SPARSE(__raddle_mma_sp_##shape##_f16_##a##_##b##_exact, u32, 2, x, exactInF16<A, B, 2 * x>)
#include "device/matrices/sparse_products.def"

#define WGMMA(a, b, A, B)                                                                                    \
  SPARSE(__raddle_mma_sp_m16n8k64_f32_##a##_##b##_wgmma, float, 4, 4, sparseInF32<A, B, 8>)                  \
  SPARSE(__raddle_mma_sp_m16n8k64_f16_##a##_##b##_wgmma, u32, 2, 4, sparseInF16<A, B, 8>)                    \
  SPARSE(__raddle_mma_sp_m16n8k64_f32_##a##_##b##_wgmma_exact, float, 4, 4,                                  \
         exactInF32<A, B, 8, NarrowFloatSum>)                                                                \
  SPARSE(__raddle_mma_sp_m16n8k64_f16_##a##_##b##_wgmma_exact, u32, 2, 4, exactInF16<A, B, 8, NarrowHalfSum>)
WGMMA(e4m3, e4m3, E4M3, E4M3)
WGMMA(e4m3, e5m2, E4M3, E5M2)
WGMMA(e5m2, e4m3, E5M2, E4M3)
WGMMA(e5m2, e5m2, E5M2, E5M2)

#define SPARSE_INTEGER(shape, x, a, b, A, B)                                                                 \
  SPARSE(__raddle_mma_sp_##shape##_s32_##a##_##b, s32, 4, x, sparseInS32<A, B, 2 * x, false>)                \
  SPARSE(__raddle_mma_sp_##shape##_s32_##a##_##b##_satfinite, s32, 4, x, sparseInS32<A, B, 2 * x, true>)
#define SPARSE_INTEGERS(shape, x, s, u, S, U)                                                                \
  SPARSE_INTEGER(shape, x, s, s, S, S)                                                                       \
  SPARSE_INTEGER(shape, x, s, u, S, U)                                                                       \
  SPARSE_INTEGER(shape, x, u, s, U, S)                                                                       \
  SPARSE_INTEGER(shape, x, u, u, U, U)
SPARSE_INTEGERS(m16n8k32, 2, s8, u8, S8, U8)
SPARSE_INTEGERS(m16n8k64, 4, s8, u8, S8, U8)
SPARSE_INTEGERS(m16n8k64, 2, s4, u4, S4, U4)
SPARSE_INTEGERS(m16n8k128, 4, s4, u4, S4, U4)
