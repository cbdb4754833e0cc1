// mma_sync and bmma_sync.
#ifndef RADDLE_MATRICES_PRODUCT_H
#define RADDLE_MATRICES_PRODUCT_H

namespace raddle_matrices {

/// The registers of one tile of a fragment.
template <class Word, int count> struct RegistersOf {
  Word words[count];
  template <class Fragment> RADDLE_FRAGMENT_MEMBER RegistersOf(const Fragment &fragment, int tile) {
    __builtin_memcpy(words, reinterpret_cast<const char *>(fragment.x) + tile * sizeof words, sizeof words);
  }
};

/// What multiplies two tiles of a type: its registers, and the sum. `saturates` is for integers.
template <class T> struct Multiplier;
struct BitXor;
struct BitAnd;
#define RADDLE_LIST_1(x) x[0]
#define RADDLE_LIST_2(x) x[0], x[1]
#define RADDLE_LIST_4(x) x[0], x[1], x[2], x[3]
#define RADDLE_MULTIPLIER(type, word, sum, a, b, d, plain, saturating)                                       \
  template <> struct Multiplier<type> {                                                                      \
    using Word = word;                                                                                       \
    using Sum = sum;                                                                                         \
    static constexpr int kFirst = a, kSecond = b, kSums = d;                                                 \
    static RADDLE_FRAGMENT_MEMBER Registers<d, Sum> of(const Word *first, const Word *second, const Sum *c,  \
                                                       bool saturates) {                                     \
      return saturates                                                                                       \
                 ? raddle_mma_##saturating(RADDLE_LIST_##a(first), RADDLE_LIST_##b(second),                  \
                                           RADDLE_LIST_##d(c))                                               \
                 : raddle_mma_##plain(RADDLE_LIST_##a(first), RADDLE_LIST_##b(second), RADDLE_LIST_##d(c));  \
    }                                                                                                        \
  };
RADDLE_MULTIPLIER(__half, unsigned, float, 4, 2, 4, m16n8k16_f32_f16_f16, m16n8k16_f32_f16_f16)
RADDLE_MULTIPLIER(__nv_bfloat16, unsigned, float, 4, 2, 4, m16n8k16_f32_bf16_bf16, m16n8k16_f32_bf16_bf16)
RADDLE_MULTIPLIER(double, double, double, 1, 1, 2, m8n8k4_f64_f64_f64, m8n8k4_f64_f64_f64)
RADDLE_MULTIPLIER(signed char, unsigned, int, 2, 1, 4, m16n8k16_s32_s8_s8, m16n8k16_s32_s8_s8_satfinite)
RADDLE_MULTIPLIER(unsigned char, unsigned, int, 2, 1, 4, m16n8k16_s32_u8_u8, m16n8k16_s32_u8_u8_satfinite)
RADDLE_MULTIPLIER(experimental::s4, unsigned, int, 1, 1, 2, m8n8k32_s32_s4_s4, m8n8k32_s32_s4_s4_satfinite)
RADDLE_MULTIPLIER(experimental::u4, unsigned, int, 1, 1, 2, m8n8k32_s32_u4_u4, m8n8k32_s32_u4_u4_satfinite)
RADDLE_MULTIPLIER(BitXor, unsigned, int, 1, 1, 2, m8n8k128_s32_b1_b1_xor, m8n8k128_s32_b1_b1_xor)
RADDLE_MULTIPLIER(BitAnd, unsigned, int, 1, 1, 2, m8n8k128_s32_b1_b1_and, m8n8k128_s32_b1_b1_and)
// As on an H100, two products of four k each: they are rounded apart.
template <> struct Multiplier<wmma::precision::tf32> {
  using Word = unsigned;
  using Sum = float;
  static constexpr int kFirst = 4, kSecond = 2, kSums = 4;
  static RADDLE_FRAGMENT_MEMBER Registers<4, Sum> of(const Word *first, const Word *second, const Sum *c,
                                                     bool) {
    const auto half =
        raddle_mma_m16n8k4_f32_tf32_tf32(first[0], first[1], second[0], c[0], c[1], c[2], c[3]);
    return raddle_mma_m16n8k4_f32_tf32_tf32(first[2], first[3], second[1], half[0], half[1], half[2],
                                            half[3]);
  }
};
#undef RADDLE_MULTIPLIER
#undef RADDLE_LIST_1
#undef RADDLE_LIST_2
#undef RADDLE_LIST_4

/// With satf: infinities become the largest numbers, NaN becomes 0. Integers have saturated already.
RADDLE_DEVICE float finite(float x, float largest) {
  return x != x ? 0.0f : x > largest ? largest : x < -largest ? -largest : x;
}
RADDLE_DEVICE void assign(float &d, float sum, bool saturates) {
  d = saturates ? finite(sum, 0x1.fffffep127f) : sum;
}
RADDLE_DEVICE void assign(__half &d, float sum, bool saturates) {
  const __half rounded = __float2half_rn(sum);
  d = saturates ? __float2half_rn(finite(__half2float(rounded), 65504.0f)) : rounded;
}
RADDLE_DEVICE void assign(double &d, double sum, bool) { d = sum; }
RADDLE_DEVICE void assign(int &d, int sum, bool) { d = sum; }

RADDLE_DEVICE float sumOf(__half x) { return __half2float(x); }
RADDLE_DEVICE float sumOf(float x) { return x; }
RADDLE_DEVICE double sumOf(double x) { return x; }
RADDLE_DEVICE int sumOf(int x) { return x; }

/// One product of mma.sync after the other. `First` is A, or B where the tiles are transposed.
template <class Multiplier, class Tiles, class D, class First, class Second, class C>
RADDLE_DEVICE void multiply(D &d, const First &first, const Second &second, const C &c, bool saturates) {
  using Word = typename Multiplier::Word;
  using Sum = typename Multiplier::Sum;
#pragma unroll
  for (int tile = 0; tile < Tiles::kFirst * Tiles::kSecond; ++tile) {
    const RegistersOf<Word, Multiplier::kFirst> rows(first, tile / Tiles::kSecond);
    const RegistersOf<Word, Multiplier::kSecond> columns(second, tile % Tiles::kSecond);
    Sum before[Multiplier::kSums];
#pragma unroll
    for (int i = 0; i < Multiplier::kSums; ++i)
      before[i] = sumOf(c.x[tile * Multiplier::kSums + i]);
    const auto sums = Multiplier::of(rows.words, columns.words, before, saturates);
#pragma unroll
    for (int i = 0; i < Multiplier::kSums; ++i)
      assign(d.x[tile * Multiplier::kSums + i], sums[i], saturates);
  }
}

/// The same where C and D are f16, two to a register.
template <class Tiles, class D, class First, class Second>
RADDLE_DEVICE void multiplyInHalf(D &d, const First &first, const Second &second, const D &c,
                                  bool saturates) {
#pragma unroll
  for (int tile = 0; tile < Tiles::kFirst * Tiles::kSecond; ++tile) {
    const RegistersOf<unsigned, 4> rows(first, tile / Tiles::kSecond);
    const RegistersOf<unsigned, 2> columns(second, tile % Tiles::kSecond), before(c, tile);
    const auto sums = raddle_mma_m16n8k16_f16_f16_f16(rows.words[0], rows.words[1], rows.words[2],
                                                      rows.words[3], columns.words[0], columns.words[1],
                                                      before.words[0], before.words[1]);
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      const unsigned short code = static_cast<unsigned short>(sums[i / 2] >> (16 * (i % 2)));
      const __half sum = __builtin_bit_cast(__half, code);
      d.x[4 * tile + i] = saturates ? __float2half_rn(finite(__half2float(sum), 65504.0f)) : sum;
    }
  }
}

/// Whether sums of a type take products of another.
template <class T, class Sum> constexpr bool goesWith() {
  return __is_same(T, __half)                  ? __is_same(Sum, float) || __is_same(Sum, __half)
         : __is_same(T, __nv_bfloat16)         ? __is_same(Sum, float)
         : __is_same(T, wmma::precision::tf32) ? __is_same(Sum, float)
         : __is_same(T, double)                ? __is_same(Sum, double)
                                               : __is_same(Sum, int);
}

} // namespace raddle_matrices

namespace nvcuda {
namespace wmma {

// d = a * b + c. `satf`: sums of integers saturate, floating-point ones become finite.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class Result, class Addend>
RADDLE_DEVICE void mma_sync(fragment<accumulator, m, n, k, Result> &d,
                            const fragment<matrix_a, m, n, k, T, LayoutA> &a,
                            const fragment<matrix_b, m, n, k, T, LayoutB> &b,
                            const fragment<accumulator, m, n, k, Addend> &c, bool satf = false) {
  static_assert(
      raddle_matrices::goesWith<T, Result>() && raddle_matrices::goesWith<T, Addend>(),
      "half goes with accumulators of float and half, __nv_bfloat16 and tf32 with float, double with double, "
      "integers with int");
  static_assert(!__is_same(T, experimental::precision::b1), "bits are for bmma_sync");
  using Tiles = raddle_matrices::Tiles<m, n>;
  constexpr bool kIsInHalf = __is_same(Result, __half) && __is_same(Addend, __half);
  if constexpr (kIsInHalf && Tiles::kIsTransposed)
    raddle_matrices::multiplyInHalf<Tiles>(d, b, a, c, satf);
  else if constexpr (kIsInHalf)
    raddle_matrices::multiplyInHalf<Tiles>(d, a, b, c, satf);
  else if constexpr (Tiles::kIsTransposed)
    raddle_matrices::multiply<raddle_matrices::Multiplier<T>, Tiles>(d, b, a, c, satf);
  else
    raddle_matrices::multiply<raddle_matrices::Multiplier<T>, Tiles>(d, a, b, c, satf);
}

template <class LayoutA, class LayoutB>
RADDLE_DEVICE void bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
                             const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, LayoutA> &a,
                             const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, LayoutB> &b,
                             const fragment<accumulator, 8, 8, 128, int> &c,
                             experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
                             experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  using Tiles = raddle_matrices::Tiles<8, 8>;
  if (operation == experimental::bmmaBitOpAND)
    raddle_matrices::multiply<raddle_matrices::Multiplier<raddle_matrices::BitAnd>, Tiles>(d, a, b, c, false);
  else
    raddle_matrices::multiply<raddle_matrices::Multiplier<raddle_matrices::BitXor>, Tiles>(d, a, b, c, false);
}

// `x` rounded to tf32, ties away from zero.
RADDLE_DEVICE float __float_to_tf32(float x) {
  return __builtin_bit_cast(float, raddle_matrices::raddle_tf32_rna(x));
}

} // namespace wmma
} // namespace nvcuda

#endif
