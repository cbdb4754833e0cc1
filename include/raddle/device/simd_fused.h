// Minima and maxima of sums, of three, and with a floor of zero (relu), for words and for pairs of halfwords:
// the dynamic programming instructions of newer GPUs, for host and device. Sums wrap around.
#ifndef RADDLE_DEVICE_SIMD_FUSED_H
#define RADDLE_DEVICE_SIMD_FUSED_H

namespace raddle_simd {

template <class T> RADDLE_HOST_DEVICE T larger(T x, T y) { return x < y ? y : x; }
template <class T> RADDLE_HOST_DEVICE T smaller(T x, T y) { return y < x ? y : x; }
template <class T> RADDLE_HOST_DEVICE T sum(T x, T y) {
  return static_cast<T>(static_cast<unsigned int>(x) + static_cast<unsigned int>(y));
}
template <class T> RADDLE_HOST_DEVICE T lowHalf(unsigned int x) { return static_cast<T>(x); }
template <class T> RADDLE_HOST_DEVICE T highHalf(unsigned int x) { return static_cast<T>(x >> 16); }
RADDLE_HOST_DEVICE unsigned int halves(int high, int low) {
  return static_cast<unsigned int>(high) << 16 | (static_cast<unsigned int>(low) & 0xffff);
}

} // namespace raddle_simd

// The expression in x, y and z, of type T, for a word and for both halfwords.
#define RADDLE_FUSED_3(name, word_suffix, half_suffix, word_type, half_type, expression)                     \
  RADDLE_HOST_DEVICE word_type name##_##word_suffix(word_type x, word_type y, word_type z) {                 \
    using T = word_type;                                                                                     \
    using namespace raddle_simd;                                                                             \
    return expression;                                                                                       \
  }                                                                                                          \
  RADDLE_HOST_DEVICE unsigned int name##_##half_suffix(unsigned int a, unsigned int b, unsigned int c) {     \
    using T = half_type;                                                                                     \
    using namespace raddle_simd;                                                                             \
    auto each = [](T x, T y, T z) -> T { return expression; };                                               \
    return halves(each(highHalf<T>(a), highHalf<T>(b), highHalf<T>(c)),                                      \
                  each(lowHalf<T>(a), lowHalf<T>(b), lowHalf<T>(c)));                                        \
  }
#define RADDLE_FUSED_2(name, expression)                                                                     \
  RADDLE_HOST_DEVICE int name##_s32_relu(int x, int y) {                                                     \
    using T = int;                                                                                           \
    using namespace raddle_simd;                                                                             \
    return expression;                                                                                       \
  }                                                                                                          \
  RADDLE_HOST_DEVICE unsigned int name##_s16x2_relu(unsigned int a, unsigned int b) {                        \
    using T = short;                                                                                         \
    using namespace raddle_simd;                                                                             \
    auto each = [](T x, T y) -> T { return expression; };                                                    \
    return halves(each(highHalf<T>(a), highHalf<T>(b)), each(lowHalf<T>(a), lowHalf<T>(b)));                 \
  }
#define RADDLE_FUSED(name, expression)                                                                       \
  RADDLE_FUSED_3(name, s32, s16x2, int, short, expression)                                                   \
  RADDLE_FUSED_3(name, u32, u16x2, unsigned int, unsigned short, expression)                                 \
  RADDLE_FUSED_3(name, s32_relu, s16x2_relu, int, short, larger<T>(expression, 0))

RADDLE_FUSED(__viaddmax, larger<T>(sum<T>(x, y), z))
RADDLE_FUSED(__viaddmin, smaller<T>(sum<T>(x, y), z))
RADDLE_FUSED(__vimax3, larger<T>(larger<T>(x, y), z))
RADDLE_FUSED(__vimin3, smaller<T>(smaller<T>(x, y), z))
RADDLE_FUSED_2(__vimax, larger<T>(larger<T>(x, y), 0))
RADDLE_FUSED_2(__vimin, larger<T>(smaller<T>(x, y), 0))

// Also says whether the first argument is the result.
#define RADDLE_WITH_CHOICE(name, word_suffix, half_suffix, word_type, half_type, comparison)                 \
  RADDLE_HOST_DEVICE word_type name##_##word_suffix(word_type x, word_type y, bool *first) {                 \
    *first = x comparison y;                                                                                 \
    return *first ? x : y;                                                                                   \
  }                                                                                                          \
  RADDLE_HOST_DEVICE unsigned int name##_##half_suffix(unsigned int x, unsigned int y, bool *first_high,     \
                                                       bool *first_low) {                                    \
    using namespace raddle_simd;                                                                             \
    half_type high = highHalf<half_type>(x), other_high = highHalf<half_type>(y);                            \
    half_type low = lowHalf<half_type>(x), other_low = lowHalf<half_type>(y);                                \
    *first_high = high comparison other_high;                                                                \
    *first_low = low comparison other_low;                                                                   \
    return halves(*first_high ? high : other_high, *first_low ? low : other_low);                            \
  }

RADDLE_WITH_CHOICE(__vibmax, s32, s16x2, int, short, >=)
RADDLE_WITH_CHOICE(__vibmax, u32, u16x2, unsigned int, unsigned short, >=)
RADDLE_WITH_CHOICE(__vibmin, s32, s16x2, int, short, <=)
RADDLE_WITH_CHOICE(__vibmin, u32, u16x2, unsigned int, unsigned short, <=)

#undef RADDLE_WITH_CHOICE
#undef RADDLE_FUSED
#undef RADDLE_FUSED_2
#undef RADDLE_FUSED_3

#endif
