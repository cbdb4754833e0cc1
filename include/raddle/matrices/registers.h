// What fragments are made of: registers of 32 bits (of double: of 64), as in the instruction mma.sync.
#ifndef RADDLE_MATRICES_REGISTERS_H
#define RADDLE_MATRICES_REGISTERS_H

namespace raddle_matrices {

template <int count, class T> using Registers = T __attribute__((ext_vector_type(count)));

using Size = __SIZE_TYPE__;
using Word __attribute__((may_alias)) = unsigned;
using LongWord __attribute__((may_alias)) = unsigned long long;

RADDLE_DEVICE unsigned ownGroup() { return (__nvvm_read_ptx_sreg_laneid() & 31) >> 2; }
RADDLE_DEVICE unsigned laneInGroup() { return __nvvm_read_ptx_sreg_laneid() & 3; }

// Functions of the device library (src/device/matrices).
#define RADDLE_TYPES_1(type) type
#define RADDLE_TYPES_2(type) type, type
#define RADDLE_TYPES_4(type) type, type, type, type
#define RADDLE_PRODUCT(name, word, a, b, sum, d)                                                             \
  extern "C" __device__ Registers<d, sum> raddle_mma_##name(                                                 \
      RADDLE_TYPES_##a(word), RADDLE_TYPES_##b(word), RADDLE_TYPES_##d(sum)) __asm__("__raddle_mma_" #name);
RADDLE_PRODUCT(m16n8k16_f32_f16_f16, unsigned, 4, 2, float, 4)
RADDLE_PRODUCT(m16n8k16_f16_f16_f16, unsigned, 4, 2, unsigned, 2)
RADDLE_PRODUCT(m16n8k16_f32_bf16_bf16, unsigned, 4, 2, float, 4)
RADDLE_PRODUCT(m16n8k4_f32_tf32_tf32, unsigned, 2, 1, float, 4)
RADDLE_PRODUCT(m8n8k4_f64_f64_f64, double, 1, 1, double, 2)
RADDLE_PRODUCT(m16n8k16_s32_s8_s8, unsigned, 2, 1, int, 4)
RADDLE_PRODUCT(m16n8k16_s32_u8_u8, unsigned, 2, 1, int, 4)
RADDLE_PRODUCT(m16n8k16_s32_s8_s8_satfinite, unsigned, 2, 1, int, 4)
RADDLE_PRODUCT(m16n8k16_s32_u8_u8_satfinite, unsigned, 2, 1, int, 4)
RADDLE_PRODUCT(m8n8k32_s32_s4_s4, unsigned, 1, 1, int, 2)
RADDLE_PRODUCT(m8n8k32_s32_u4_u4, unsigned, 1, 1, int, 2)
RADDLE_PRODUCT(m8n8k32_s32_s4_s4_satfinite, unsigned, 1, 1, int, 2)
RADDLE_PRODUCT(m8n8k32_s32_u4_u4_satfinite, unsigned, 1, 1, int, 2)
RADDLE_PRODUCT(m8n8k128_s32_b1_b1_xor, unsigned, 1, 1, int, 2)
RADDLE_PRODUCT(m8n8k128_s32_b1_b1_and, unsigned, 1, 1, int, 2)
#undef RADDLE_PRODUCT
#undef RADDLE_TYPES_1
#undef RADDLE_TYPES_2
#undef RADDLE_TYPES_4

extern "C" __device__ unsigned raddle_movmatrix(unsigned word) __asm__("__raddle_movmatrix");
extern "C" __device__ unsigned raddle_tf32_rna(float x) __asm__("__raddle_ptx_tf32_rna_");

} // namespace raddle_matrices

#endif
