// mma.sync with dense matrices, but for m8n8k4 of f16 (quad_pairs.cpp). src/ptx/instructions/matrix_instructions.cpp and
// mma.h call these as __raddle_mma_SHAPE_D_A_B.

#include "device/matrices/product.h"

using namespace raddle_matrices;

// D and C have `sums` registers, A and B `rows` and `columns`.
#define PRODUCT(name, sum, sums, word, rows, columns, ...)                                                   \
  DEVICE Registers<sums, sum> name(PARAMETERS_##rows(word, a), PARAMETERS_##columns(word, b),                \
                                   PARAMETERS_##sums(sum, c)) {                                              \
    return __VA_ARGS__({LIST_##rows(a)}, {LIST_##columns(b)}, {LIST_##sums(c)});                             \
  }
#define FLOAT_PRODUCT(shape, d, x, y, a, b, A, B)                                                            \
  PRODUCT(__raddle_mma_##shape##_f32_##a##_##b, float, d, u32, x, y, productInF32<A, B, d / 2, 4 * y>)
#define HALF_PRODUCT(shape, d, x, y, a, b, A, B)                                                             \
  PRODUCT(__raddle_mma_##shape##_f16_##a##_##b, u32, d, u32, x, y, productInF16<A, B, d, 4 * y>)
#define DOUBLE_PRODUCT(shape, d, x, y)                                                                       \
  PRODUCT(__raddle_mma_##shape##_f64_f64_f64, double, d, double, x, y, sumOfDoubles<d / 2, 4 * y>)
#define INTEGER_PRODUCT(shape, d, x, y, a, b, A, B)                                                          \
  PRODUCT(__raddle_mma_##shape##_s32_##a##_##b, s32, d, u32, x, y,                                           \
          sumOfIntegers<IntegerDot<A, B>, d / 2, 4 * y, false>)                                              \
  PRODUCT(__raddle_mma_##shape##_s32_##a##_##b##_satfinite, s32, d, u32, x, y,                               \
          sumOfIntegers<IntegerDot<A, B>, d / 2, 4 * y, true>)
#define BIT_PRODUCT(shape, d, x, y)                                                                          \
  PRODUCT(__raddle_mma_##shape##_s32_b1_b1_xor, s32, d, u32, x, y,                                           \
          sumOfIntegers<XorPopulation, d / 2, 4 * y, false>)                                                 \
  PRODUCT(__raddle_mma_##shape##_s32_b1_b1_and, s32, d, u32, x, y,                                           \
          sumOfIntegers<AndPopulation, d / 2, 4 * y, false>)

#include "device/matrices/float_products.def"

// Apart from mma.sync only for the sake of their bits on an H100.
#define WGMMA(a, b, A, B)                                                                                    \
  PRODUCT(__raddle_mma_m16n8k32_f32_##a##_##b##_wgmma, float, 4, u32, 4, 2, productInF32<A, B, 2, 8>)        \
  PRODUCT(__raddle_mma_m16n8k32_f16_##a##_##b##_wgmma, u32, 2, u32, 4, 2, productInF16<A, B, 2, 8>)
WGMMA(e4m3, e4m3, E4M3, E4M3)
WGMMA(e4m3, e5m2, E4M3, E5M2)
WGMMA(e5m2, e4m3, E5M2, E4M3)
WGMMA(e5m2, e5m2, E5M2, E5M2)

DOUBLE_PRODUCT(m8n8k4, 2, 1, 1)
DOUBLE_PRODUCT(m16n8k4, 4, 2, 1)
DOUBLE_PRODUCT(m16n8k8, 4, 4, 2)
DOUBLE_PRODUCT(m16n8k16, 4, 8, 4)

#define EIGHT_BIT_INTEGERS(a, b, A, B)                                                                       \
  INTEGER_PRODUCT(m8n8k16, 2, 1, 1, a, b, A, B)                                                              \
  INTEGER_PRODUCT(m16n8k16, 4, 2, 1, a, b, A, B)                                                             \
  INTEGER_PRODUCT(m16n8k32, 4, 4, 2, a, b, A, B)
EIGHT_BIT_INTEGERS(s8, s8, S8, S8)
EIGHT_BIT_INTEGERS(s8, u8, S8, U8)
EIGHT_BIT_INTEGERS(u8, s8, U8, S8)
EIGHT_BIT_INTEGERS(u8, u8, U8, U8)

#define FOUR_BIT_INTEGERS(a, b, A, B)                                                                        \
  INTEGER_PRODUCT(m8n8k32, 2, 1, 1, a, b, A, B)                                                              \
  INTEGER_PRODUCT(m16n8k32, 4, 2, 1, a, b, A, B)                                                             \
  INTEGER_PRODUCT(m16n8k64, 4, 4, 2, a, b, A, B)
FOUR_BIT_INTEGERS(s4, s4, S4, S4)
FOUR_BIT_INTEGERS(s4, u4, S4, U4)
FOUR_BIT_INTEGERS(u4, s4, U4, S4)
FOUR_BIT_INTEGERS(u4, u4, U4, U4)

BIT_PRODUCT(m8n8k128, 2, 1, 1)
BIT_PRODUCT(m16n8k128, 4, 2, 1)
BIT_PRODUCT(m16n8k256, 4, 4, 2)
