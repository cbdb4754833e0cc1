// mma.sync of all shapes and types, against products that the host makes of the same matrices: integers and f64 the same
// bits, others within a bound.
#include "random_products.h"

#include <cuda_fp16.h>

// ---- The instructions. MMA_442: D has four registers, A four, B two ----

#define OPERANDS(D, A, B, ab, cd)                                                                            \
  const int lane = threadIdx.x;                                                                              \
  const ab *a = a_ + lane * A, *b = b_ + lane * B;                                                           \
  const cd *c = c_ + lane * D;                                                                               \
  cd *d = d_ + lane * D;

#define MMA_442(name, ab, AB, cd, CD, instruction)                                                           \
  __global__ void name(const ab *a_, const ab *b_, const cd *c_, cd *d_) {                                   \
    OPERANDS(4, 4, 2, ab, cd)                                                                                \
    asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"          \
                 : "=" CD(d[0]), "=" CD(d[1]), "=" CD(d[2]), "=" CD(d[3])                                    \
                 : AB(a[0]), AB(a[1]), AB(a[2]), AB(a[3]), AB(b[0]), AB(b[1]), CD(c[0]), CD(c[1]), CD(c[2]), \
                   CD(c[3]));                                                                                \
  }
#define MMA_421(name, ab, AB, cd, CD, instruction)                                                           \
  __global__ void name(const ab *a_, const ab *b_, const cd *c_, cd *d_) {                                   \
    OPERANDS(4, 2, 1, ab, cd)                                                                                \
    asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"                         \
                 : "=" CD(d[0]), "=" CD(d[1]), "=" CD(d[2]), "=" CD(d[3])                                    \
                 : AB(a[0]), AB(a[1]), AB(b[0]), CD(c[0]), CD(c[1]), CD(c[2]), CD(c[3]));                    \
  }
#define MMA_242(name, ab, AB, cd, CD, instruction)                                                           \
  __global__ void name(const ab *a_, const ab *b_, const cd *c_, cd *d_) {                                   \
    OPERANDS(2, 4, 2, ab, cd)                                                                                \
    asm volatile(instruction " {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"                              \
                 : "=" CD(d[0]), "=" CD(d[1])                                                                \
                 : AB(a[0]), AB(a[1]), AB(a[2]), AB(a[3]), AB(b[0]), AB(b[1]), CD(c[0]), CD(c[1]));          \
  }
#define MMA_221(name, ab, AB, cd, CD, instruction)                                                           \
  __global__ void name(const ab *a_, const ab *b_, const cd *c_, cd *d_) {                                   \
    OPERANDS(2, 2, 1, ab, cd)                                                                                \
    asm volatile(instruction " {%0, %1}, {%2, %3}, {%4}, {%5, %6};"                                          \
                 : "=" CD(d[0]), "=" CD(d[1])                                                                \
                 : AB(a[0]), AB(a[1]), AB(b[0]), CD(c[0]), CD(c[1]));                                        \
  }
#define MMA_211(name, ab, AB, cd, CD, instruction)                                                           \
  __global__ void name(const ab *a_, const ab *b_, const cd *c_, cd *d_) {                                   \
    OPERANDS(2, 1, 1, ab, cd)                                                                                \
    asm volatile(instruction " {%0, %1}, {%2}, {%3}, {%4, %5};"                                              \
                 : "=" CD(d[0]), "=" CD(d[1])                                                                \
                 : AB(a[0]), AB(b[0]), CD(c[0]), CD(c[1]));                                                  \
  }
#define MMA_484(name, ab, AB, cd, CD, instruction)                                                           \
  __global__ void name(const ab *a_, const ab *b_, const cd *c_, cd *d_) {                                   \
    OPERANDS(4, 8, 4, ab, cd)                                                                                \
    asm volatile(instruction " {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, " \
                             "{%16, %17, %18, %19};"                                                         \
                 : "=" CD(d[0]), "=" CD(d[1]), "=" CD(d[2]), "=" CD(d[3])                                    \
                 : AB(a[0]), AB(a[1]), AB(a[2]), AB(a[3]), AB(a[4]), AB(a[5]), AB(a[6]), AB(a[7]), AB(b[0]), \
                   AB(b[1]), AB(b[2]), AB(b[3]), CD(c[0]), CD(c[1]), CD(c[2]), CD(c[3]));                    \
  }
#define FLOATS(form, name, shape, types)                                                                     \
  MMA_##form(name, u32, "r", float, "f", "mma.sync.aligned." shape ".row.col.f32." types ".f32")
#define HALVES(form, name, shape, types)                                                                     \
  MMA_##form(name, u32, "r", u32, "r", "mma.sync.aligned." shape ".row.col.f16." types ".f16")
#define WORDS(form, name, shape, types)                                                                      \
  MMA_##form(name, u32, "r", int, "r", "mma.sync.aligned." shape ".row.col" types)
#define DOUBLES(form, name, shape)                                                                           \
  MMA_##form(name, double, "d", double, "d", "mma.sync.aligned." shape ".row.col.f64.f64.f64.f64")

FLOATS(421, f16_k8, "m16n8k8", "f16.f16")
FLOATS(442, f16_k16, "m16n8k16", "f16.f16")
HALVES(221, half_k8, "m16n8k8", "f16.f16")
HALVES(242, half_k16, "m16n8k16", "f16.f16")
FLOATS(421, bf16_k8, "m16n8k8", "bf16.bf16")
FLOATS(442, bf16_k16, "m16n8k16", "bf16.bf16")
FLOATS(421, tf32_k4, "m16n8k4", "tf32.tf32")
FLOATS(442, tf32_k8, "m16n8k8", "tf32.tf32")
FLOATS(442, e4m3_k32, "m16n8k32", "e4m3.e4m3")
FLOATS(442, e4m3_e5m2_k32, "m16n8k32", "e4m3.e5m2")
FLOATS(442, e5m2_e4m3_k32, "m16n8k32", "e5m2.e4m3")
FLOATS(442, e5m2_k32, "m16n8k32", "e5m2.e5m2")
#if defined(RADDLE_FLOAT16) || (__CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1208)
FLOATS(421, e4m3_k16, "m16n8k16", "e4m3.e4m3")
FLOATS(421, e5m2_k16, "m16n8k16", "e5m2.e5m2")
HALVES(242, half_e4m3_k32, "m16n8k32", "e4m3.e4m3")
HALVES(221, half_e5m2_k16, "m16n8k16", "e5m2.e4m3")
#define HAS_PTX_8_7 1
#endif
DOUBLES(211, f64_m8, "m8n8k4")
DOUBLES(421, f64_k4, "m16n8k4")
DOUBLES(442, f64_k8, "m16n8k8")
DOUBLES(484, f64_k16, "m16n8k16")
WORDS(211, s8_m8, "m8n8k16", ".s32.s8.s8.s32")
WORDS(421, s8_u8_k16, "m16n8k16", ".s32.s8.u8.s32")
WORDS(442, u8_s8_k32, "m16n8k32", ".s32.u8.s8.s32")
WORDS(442, u8_k32, "m16n8k32", ".satfinite.s32.u8.u8.s32")
WORDS(442, s8_k32, "m16n8k32", ".satfinite.s32.s8.s8.s32")
WORDS(211, s4_m8, "m8n8k32", ".s32.s4.s4.s32")
WORDS(421, u4_s4_k32, "m16n8k32", ".s32.u4.s4.s32")
WORDS(442, s4_u4_k64, "m16n8k64", ".satfinite.s32.s4.u4.s32")
WORDS(442, u4_k64, "m16n8k64", ".s32.u4.u4.s32")
WORDS(211, and_m8, "m8n8k128", ".s32.b1.b1.s32.and.popc")
WORDS(421, xor_k128, "m16n8k128", ".s32.b1.b1.s32.xor.popc")
WORDS(442, xor_k256, "m16n8k256", ".s32.b1.b1.s32.xor.popc")
WORDS(442, and_k256, "m16n8k256", ".s32.b1.b1.s32.and.popc")

// ---- What they should give ----

template <class In, class Out>
Matrix run(void (*kernel)(const In *, const In *, const Out *, Out *), const Matrix &a, const Matrix &b,
           const Matrix &c, int bits_a, int bits_b, int bits_c) {
  DeviceArray<In> in_a(narrowed<In>(spreadA(a, bits_a))), in_b(narrowed<In>(spreadB(b, bits_b)));
  const Words words_c = spreadC(c, bits_c);
  DeviceArray<Out> in_c(narrowed<Out>(words_c)), out(words_c.size());
  kernel<<<1, 32>>>(in_a.get(), in_b.get(), in_c.get(), out.get());
  CHECK_LAUNCH();
  Words words;
  for (Out value : out.host()) {
    u64 word = 0;
    std::memcpy(&word, &value, sizeof value);
    words.push_back(word);
  }
  return gatheredC(words, a.rows, bits_c);
}

// Infinities and NaN come out as they do of any order of sums.
void checkSpecialValues(const Matrix &a, const Matrix &b, const Matrix &c, const Matrix &d, const Format &x,
                        const Format &y, const Format &z) {
  for (int row = 0; row < d.rows; ++row)
    for (int column = 0; column < 8; ++column) {
      double sum = z.value(c.at(row, column));
      for (int k = 0; k < a.columns; ++k)
        sum += x.value(a.at(row, k)) * y.value(b.at(k, column));
      const double got = z.value(d.at(row, column));
      CHECK(std::isnan(sum) ? std::isnan(got) : std::isinf(sum) ? got == sum : std::isfinite(got));
      if (std::isnan(sum) && z.bits == 32)
        CHECK_EQ(d.at(row, column), 0x7fffffffull);
    }
}

void checkFloats(const Matrix &a, const Matrix &b, const Matrix &c, const Matrix &d, const Format &x,
                 const Format &y, const Format &z) {
  for (int row = 0; row < d.rows; ++row)
    for (int column = 0; column < 8; ++column) {
      double sum = z.value(c.at(row, column));
      Bound bound;
      bound.add(sum, unitOf(sum, z));
      float in_order = static_cast<float>(sum);
      for (int k = 0; k < a.columns; ++k) {
        const double left = x.value(a.at(row, k)), right = y.value(b.at(k, column));
        sum += left * right;
        bound.add(left * right, unitOf(left, x) * unitOf(right, y));
        in_order = std::fma(static_cast<float>(left), static_cast<float>(right), in_order);
      }
      const double got = z.value(d.at(row, column));
      CHECK(std::fabs(got - sum) <= bound.of(sum, x, z));
#if defined(RADDLE_FLOAT16) // The order of sums that docs/matrices.md states.
      if (z.bits == 32)
        CHECK_EQ(d.at(row, column), bitsOf(in_order));
      else
        CHECK_EQ(d.at(row, column), static_cast<__half_raw>(__float2half_rn(in_order)).x);
#endif
    }
}

template <class Out>
void floats(void (*kernel)(const u32 *, const u32 *, const Out *, Out *), int k, const Format &x,
            const Format &y) {
  const Format &z = std::is_same_v<Out, float> ? kF32 : kF16;
  Random random(k + x.bits);
  for (double limit : {2.0, 30.0, 1e-3}) {
    const Matrix a = randomFloats(random, 16, k, x, limit), b = randomFloats(random, k, 8, y, limit);
    const Matrix c = randomFloats(random, 16, 8, z, limit * limit);
    checkFloats(a, b, c, run(kernel, a, b, c, x.bits, y.bits, z.bits), x, y, z);
  }
  // Whatever is not finite.
  Matrix a = randomFloats(random, 16, k, x, 2), b = randomFloats(random, k, 8, y, 2), c(16, 8);
  for (int i = 0; i < 6; ++i)
    a.at(random.below(16), random.below(k)) = (x.bits == 8    ? (&x == &kE4m3 ? 0x7f : 0x7c + i % 2)
                                               : x.bits == 32 ? 0x7f800000ull
                                               : &x == &kF16  ? 0x7c00
                                                              : 0x7f80) |
                                              (i % 3 == 0 ? 1ull << (x.bits - 1) : 0) |
                                              (i == 5 && x.bits != 8 ? 1ull << (x.bits == 32 ? 20 : 5) : 0);
  checkSpecialValues(a, b, c, run(kernel, a, b, c, x.bits, y.bits, z.bits), x, y, z);
}

void doubles(void (*kernel)(const double *, const double *, const double *, double *), int rows, int k) {
  Random random(k + rows);
  auto fill = [&](Matrix matrix) {
    for (u64 &code : matrix.codes)
      code = bitsOf(random.between(-2, 2));
    return matrix;
  };
  const Matrix a = fill(Matrix(rows, k)), b = fill(Matrix(k, 8)), c = fill(Matrix(rows, 8));
  const Matrix d = run(kernel, a, b, c, 64, 64, 64);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < 8; ++column) {
      double sum = kF64.value(c.at(row, column));
      for (int i = 0; i < k; ++i)
        sum = std::fma(kF64.value(a.at(row, i)), kF64.value(b.at(i, column)), sum);
      CHECK_EQ(d.at(row, column), bitsOf(sum));
    }
}

enum class Sum { kWraps, kSaturates, kXor, kAnd };

void integers(void (*kernel)(const u32 *, const u32 *, const int *, int *), int rows, int k, const Format &x,
              const Format &y, Sum kind) {
  Random random(k + rows);
  for (bool extreme : {false, true}) {
    const Matrix a = randomCodes(random, rows, k, x.bits), b = randomCodes(random, k, 8, y.bits);
    Matrix c = randomCodes(random, rows, 8, 32);
    // Sums that overflow, on both sides.
    for (u64 &code : c.codes)
      code = extreme ? (code & 1 ? 0x7fffffff : 0x80000000) : code & 0xffff;
    const Matrix d = run(kernel, a, b, c, x.bits, y.bits, 32);
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < 8; ++column) {
        long long sum = static_cast<int>(c.at(row, column));
        for (int i = 0; i < k; ++i) {
          const u64 left = a.at(row, i), right = b.at(i, column);
          sum += kind == Sum::kXor   ? static_cast<long long>(left ^ right)
                 : kind == Sum::kAnd ? static_cast<long long>(left & right)
                                     : static_cast<long long>(x.value(left) * y.value(right));
        }
        if (kind == Sum::kSaturates)
          sum = sum > 0x7fffffffll ? 0x7fffffffll : sum < -0x80000000ll ? -0x80000000ll : sum;
        CHECK_EQ(d.at(row, column), static_cast<u64>(static_cast<u32>(sum)));
      }
  }
}

int main() {
  floats(f16_k8, 8, kF16, kF16);
  floats(f16_k16, 16, kF16, kF16);
  floats(half_k8, 8, kF16, kF16);
  floats(half_k16, 16, kF16, kF16);
  floats(bf16_k8, 8, kBf16, kBf16);
  floats(bf16_k16, 16, kBf16, kBf16);
  floats(tf32_k4, 4, kTf32, kTf32);
  floats(tf32_k8, 8, kTf32, kTf32);
  floats(e4m3_k32, 32, kE4m3, kE4m3);
  floats(e4m3_e5m2_k32, 32, kE4m3, kE5m2);
  floats(e5m2_e4m3_k32, 32, kE5m2, kE4m3);
  floats(e5m2_k32, 32, kE5m2, kE5m2);
#if defined(HAS_PTX_8_7)
  floats(e4m3_k16, 16, kE4m3, kE4m3);
  floats(e5m2_k16, 16, kE5m2, kE5m2);
  floats(half_e4m3_k32, 32, kE4m3, kE4m3);
  floats(half_e5m2_k16, 16, kE5m2, kE4m3);
#endif
  doubles(f64_m8, 8, 4);
  doubles(f64_k4, 16, 4);
  doubles(f64_k8, 16, 8);
  doubles(f64_k16, 16, 16);
  integers(s8_m8, 8, 16, kS8, kS8, Sum::kWraps);
  integers(s8_u8_k16, 16, 16, kS8, kU8, Sum::kWraps);
  integers(u8_s8_k32, 16, 32, kU8, kS8, Sum::kWraps);
  integers(u8_k32, 16, 32, kU8, kU8, Sum::kSaturates);
  integers(s8_k32, 16, 32, kS8, kS8, Sum::kSaturates);
  integers(s4_m8, 8, 32, kS4, kS4, Sum::kWraps);
  integers(u4_s4_k32, 16, 32, kU4, kS4, Sum::kWraps);
  integers(s4_u4_k64, 16, 64, kS4, kU4, Sum::kSaturates);
  integers(u4_k64, 16, 64, kU4, kU4, Sum::kWraps);
  integers(and_m8, 8, 128, kB1, kB1, Sum::kAnd);
  integers(xor_k128, 16, 128, kB1, kB1, Sum::kXor);
  integers(xor_k256, 16, 256, kB1, kB1, Sum::kXor);
  integers(and_k256, 16, 256, kB1, kB1, Sum::kAnd);
  return verdict();
}
