// Floating-point numbers and their bits.
#ifndef RADDLE_DEVICE_MATHS_BITS_H
#define RADDLE_DEVICE_MATHS_BITS_H

inline unsigned int toBits(float x) { return __builtin_bit_cast(unsigned int, x); }
inline unsigned long long toBits(double x) { return __builtin_bit_cast(unsigned long long, x); }
inline float fromBits(unsigned int bits) { return __builtin_bit_cast(float, bits); }
inline double fromBits(unsigned long long bits) { return __builtin_bit_cast(double, bits); }

inline float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

/// c[0] + c[1] x + c[2] x^2 ...
template <class T, int n> T polynomial(T x, const T (&c)[n]) {
  T sum = c[n - 1];
#pragma unroll
  for (int i = n - 2; i >= 0; --i)
    sum = fma(sum, x, c[i]);
  return sum;
}

template <class T> bool likely(T condition) { return __builtin_expect(condition, true); }

#endif
