// mma.sp of all shapes and types, with metadata in the lanes of each selector, against products that the host makes of the same
// matrices: integers the same bits, others within a bound.
#include "random_products.h"
#include "sparse_matrices.h"

#include <cuda_fp16.h>

namespace {

// X registers of A and of B, four of D, or two.
#define MMA_SP_24(name, cd, CD, instruction)                                                                 \
  template <int selector>                                                                                    \
  __global__ void name(const u32 *a_, const u32 *b_, const cd *c_, const u32 *metadata, cd *d_) {            \
    const u32 *a = a_ + threadIdx.x * 2, *b = b_ + threadIdx.x * 2;                                          \
    const cd *c = c_ + threadIdx.x * 4;                                                                      \
    cd *d = d_ + threadIdx.x * 4;                                                                            \
    asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5}, {%6, %7}, {%8, %9, %10, %11}, %12, %13;"          \
                 : "=" CD(d[0]), "=" CD(d[1]), "=" CD(d[2]), "=" CD(d[3])                                    \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), CD(c[0]), CD(c[1]), CD(c[2]), CD(c[3]),       \
                   "r"(metadata[threadIdx.x]), "n"(selector));                                               \
  }
#define MMA_SP_44(name, cd, CD, instruction)                                                                 \
  template <int selector>                                                                                    \
  __global__ void name(const u32 *a_, const u32 *b_, const cd *c_, const u32 *metadata, cd *d_) {            \
    const u32 *a = a_ + threadIdx.x * 4, *b = b_ + threadIdx.x * 4;                                          \
    const cd *c = c_ + threadIdx.x * 4;                                                                      \
    cd *d = d_ + threadIdx.x * 4;                                                                            \
    asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9, %10, %11}, "                     \
                             "{%12, %13, %14, %15}, %16, %17;"                                               \
                 : "=" CD(d[0]), "=" CD(d[1]), "=" CD(d[2]), "=" CD(d[3])                                    \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),   \
                   CD(c[0]), CD(c[1]), CD(c[2]), CD(c[3]), "r"(metadata[threadIdx.x]), "n"(selector));       \
  }
#define MMA_SP_22(name, instruction)                                                                         \
  template <int selector>                                                                                    \
  __global__ void name(const u32 *a_, const u32 *b_, const u32 *c_, const u32 *metadata, u32 *d_) {          \
    const u32 *a = a_ + threadIdx.x * 2, *b = b_ + threadIdx.x * 2, *c = c_ + threadIdx.x * 2;               \
    u32 *d = d_ + threadIdx.x * 2;                                                                           \
    asm volatile(instruction " {%0, %1}, {%2, %3}, {%4, %5}, {%6, %7}, %8, %9;"                              \
                 : "=r"(d[0]), "=r"(d[1])                                                                    \
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]),                         \
                   "r"(metadata[threadIdx.x]), "n"(selector));                                               \
  }
#define MMA_SP_42(name, instruction)                                                                         \
  template <int selector>                                                                                    \
  __global__ void name(const u32 *a_, const u32 *b_, const u32 *c_, const u32 *metadata, u32 *d_) {          \
    const u32 *a = a_ + threadIdx.x * 4, *b = b_ + threadIdx.x * 4, *c = c_ + threadIdx.x * 2;               \
    u32 *d = d_ + threadIdx.x * 2;                                                                           \
    asm volatile(instruction " {%0, %1}, {%2, %3, %4, %5}, {%6, %7, %8, %9}, {%10, %11}, %12, %13;"          \
                 : "=r"(d[0]), "=r"(d[1])                                                                    \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]),   \
                   "r"(c[0]), "r"(c[1]), "r"(metadata[threadIdx.x]), "n"(selector));                         \
  }
#define FLOATS(form, name, shape, types)                                                                     \
  MMA_SP_##form(name, float, "f", "mma.sp.sync.aligned." shape ".row.col.f32." types ".f32")
#define WORDS(form, name, shape, types)                                                                      \
  MMA_SP_##form(name, int, "r", "mma.sp.sync.aligned." shape ".row.col" types)

FLOATS(24, f16_k16, "m16n8k16", "f16.f16")
FLOATS(44, f16_k32, "m16n8k32", "f16.f16")
MMA_SP_22(half_k16, "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16")
MMA_SP_42(half_k32, "mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16")
FLOATS(24, bf16_k16, "m16n8k16", "bf16.bf16")
FLOATS(44, bf16_k32, "m16n8k32", "bf16.bf16")
FLOATS(24, tf32_k8, "m16n8k8", "tf32.tf32")
FLOATS(44, tf32_k16, "m16n8k16", "tf32.tf32")
FLOATS(44, e4m3_k64, "m16n8k64", "e4m3.e4m3")
FLOATS(44, e4m3_e5m2_k64, "m16n8k64", "e4m3.e5m2")
FLOATS(44, e5m2_e4m3_k64, "m16n8k64", "e5m2.e4m3")
FLOATS(44, e5m2_k64, "m16n8k64", "e5m2.e5m2")
WORDS(24, s8_k32, "m16n8k32", ".s32.s8.s8.s32")
WORDS(24, u8_s8_k32, "m16n8k32", ".satfinite.s32.u8.s8.s32")
WORDS(44, s8_u8_k64, "m16n8k64", ".s32.s8.u8.s32")
WORDS(44, u8_k64, "m16n8k64", ".satfinite.s32.u8.u8.s32")
WORDS(24, s4_k64, "m16n8k64", ".s32.s4.s4.s32")
WORDS(24, u4_s4_k64, "m16n8k64", ".satfinite.s32.u4.s4.s32")
WORDS(44, s4_u4_k128, "m16n8k128", ".s32.s4.u4.s32")
WORDS(44, u4_k128, "m16n8k128", ".satfinite.s32.u4.u4.s32")
// PTX 8.5 and later.
#if defined(RADDLE_FLOAT16) || (__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1205)
MMA_SP_44(ordered_bf16_k32, float, "f",
          "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32")
#define HAS_PTX_8_5 1
#endif

template <class Out> using Kernel = void (*)(const u32 *, const u32 *, const Out *, const u32 *, Out *);

template <class Out>
Matrix run(Kernel<Out> kernel, const Sparse &a, const Matrix &b, const Matrix &c,
           const std::vector<u32> &metadata, int bits_a, int bits_b, int bits_c) {
  DeviceArray<u32> in_a(narrowed<u32>(spreadA(a.there, bits_a))), in_b(narrowed<u32>(spreadB(b, bits_b)));
  const Words words_c = spreadC(c, bits_c);
  DeviceArray<Out> in_c(narrowed<Out>(words_c)), out(words_c.size());
  DeviceArray<u32> in_metadata(metadata);
  kernel<<<1, 32>>>(in_a.get(), in_b.get(), in_c.get(), in_metadata.get(), out.get());
  CHECK_LAUNCH();
  Words words;
  for (Out value : out.host()) {
    u32 word = 0;
    std::memcpy(&word, &value, sizeof value);
    words.push_back(word);
  }
  return gatheredC(words, 16, bits_c);
}

void checkFloats(const Sparse &a, const Matrix &b, const Matrix &c, const Matrix &d, const Format &x,
                 const Format &y, const Format &z) {
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 8; ++column) {
      double sum = z.value(c.at(row, column));
      Bound bound;
      bound.add(sum, unitOf(sum, z));
      float in_order = static_cast<float>(sum);
      for (int i = 0; i < a.there.columns; ++i) {
        const double left = x.value(a.there.at(row, i)), right = y.value(b.at(a.column(row, i), column));
        sum += left * right;
        bound.add(left * right, unitOf(left, x) * unitOf(right, y));
        in_order = std::fma(static_cast<float>(left), static_cast<float>(right), in_order);
      }
      CHECK(std::fabs(z.value(d.at(row, column)) - sum) <= bound.of(sum, x, z));
#if defined(RADDLE_FLOAT16) // The order of sums that docs/matrices.md states.
      if (z.bits == 32)
        CHECK_EQ(d.at(row, column), bitsOf(in_order));
      else
        CHECK_EQ(d.at(row, column), static_cast<__half_raw>(__float2half_rn(in_order)).x);
#endif
    }
}

template <class Out> void floats(Kernel<Out> kernel, int selector, int k, const Format &x, const Format &y) {
  const Format &z = std::is_same_v<Out, float> ? kF32 : kF16;
  Random random(static_cast<unsigned long long>(k + x.bits + selector));
  for (double limit : {2.0, 30.0, 1e-3}) {
    const Sparse a(random, randomFloats(random, 16, k / 2, x, limit), x.bits, -1);
    const Matrix b = randomFloats(random, k, 8, y, limit), c = randomFloats(random, 16, 8, z, limit * limit);
    checkFloats(a, b, c,
                run(kernel, a, b, c, spreadMetadata(random, a, x.bits, selector), x.bits, y.bits, z.bits), x,
                y, z);
  }
  // What no element of A stands against does not matter, NaN not either.
  const int chunk = x.bits == 32 ? 2 : 4, avoided = static_cast<int>(random.below(static_cast<u32>(chunk)));
  const Sparse a(random, randomFloats(random, 16, k / 2, x, 2), x.bits, avoided);
  Matrix b = randomFloats(random, k, 8, y, 2), c = randomFloats(random, 16, 8, z, 2);
  for (int row = avoided; row < k; row += chunk)
    for (int column = 0; column < 8; ++column)
      b.at(row, column) = (1ull << (y.bits - 1)) - 1;
  checkFloats(a, b, c,
              run(kernel, a, b, c, spreadMetadata(random, a, x.bits, selector), x.bits, y.bits, z.bits), x, y,
              z);
}

void integers(Kernel<int> kernel, int selector, int k, const Format &x, const Format &y, bool saturates) {
  Random random(static_cast<unsigned long long>(k + x.bits + selector));
  for (bool extreme : {false, true}) {
    const Sparse a(random, randomCodes(random, 16, k / 2, x.bits), x.bits, -1);
    const Matrix b = randomCodes(random, k, 8, y.bits);
    Matrix c = randomCodes(random, 16, 8, 32);
    // Sums that overflow, on both sides.
    for (u64 &code : c.codes)
      code = extreme ? (code & 1 ? 0x7fffffff : 0x80000000) : code & 0xffff;
    const Matrix d = run(kernel, a, b, c, spreadMetadata(random, a, x.bits, selector), x.bits, y.bits, 32);
    for (int row = 0; row < 16; ++row)
      for (int column = 0; column < 8; ++column) {
        long long sum = static_cast<int>(c.at(row, column));
        for (int i = 0; i < k / 2; ++i)
          sum +=
              static_cast<long long>(x.value(a.there.at(row, i)) * y.value(b.at(a.column(row, i), column)));
        if (saturates)
          sum = sum > 0x7fffffffll ? 0x7fffffffll : sum < -0x80000000ll ? -0x80000000ll : sum;
        CHECK_EQ(d.at(row, column), static_cast<u64>(static_cast<u32>(sum)));
      }
  }
}

} // namespace

int main() {
  floats(f16_k16<0>, 0, 16, kF16, kF16);
  floats(f16_k16<1>, 1, 16, kF16, kF16);
  floats(f16_k16<3>, 3, 16, kF16, kF16);
  floats(f16_k32<0>, 0, 32, kF16, kF16);
  floats(f16_k32<1>, 1, 32, kF16, kF16);
  floats(half_k16<2>, 2, 16, kF16, kF16);
  floats(half_k32<1>, 1, 32, kF16, kF16);
  floats(bf16_k16<2>, 2, 16, kBf16, kBf16);
  floats(bf16_k32<1>, 1, 32, kBf16, kBf16);
  floats(tf32_k8<0>, 0, 8, kTf32, kTf32);
  floats(tf32_k8<3>, 3, 8, kTf32, kTf32);
  floats(tf32_k16<0>, 0, 16, kTf32, kTf32);
  floats(tf32_k16<1>, 1, 16, kTf32, kTf32);
  floats(e4m3_k64<0>, 0, 64, kE4m3, kE4m3);
  floats(e4m3_e5m2_k64<0>, 0, 64, kE4m3, kE5m2);
  floats(e5m2_e4m3_k64<0>, 0, 64, kE5m2, kE4m3);
  floats(e5m2_k64<0>, 0, 64, kE5m2, kE5m2);
#if defined(HAS_PTX_8_5)
  floats(ordered_bf16_k32<0>, 0, 32, kBf16, kBf16);
#endif
  integers(s8_k32<0>, 0, 32, kS8, kS8, false);
  integers(u8_s8_k32<1>, 1, 32, kU8, kS8, true);
  integers(s8_u8_k64<0>, 0, 64, kS8, kU8, false);
  integers(u8_k64<0>, 0, 64, kU8, kU8, true);
  integers(s4_k64<0>, 0, 64, kS4, kS4, false);
  integers(u4_s4_k64<1>, 1, 64, kU4, kS4, true);
  integers(s4_u4_k128<0>, 0, 128, kS4, kU4, false);
  integers(u4_k128<0>, 0, 128, kU4, kU4, true);
  return verdict();
}
