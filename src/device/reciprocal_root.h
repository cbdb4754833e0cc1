// 1 / sqrt(x) of floats without square root and division, which take 2.7 times as long.
//
// The processors' own estimates of it differ between instruction sets and vendors, and so would results; this one
// starts from the bits of x, halved and subtracted, which is 3.5 % off at most (Lomont, "Fast inverse square root",
// 2003), and gives the same bits everywhere.
#ifndef RADDLE_DEVICE_RECIPROCAL_ROOT_H
#define RADDLE_DEVICE_RECIPROCAL_ROOT_H

#include "bits.h"
#include "logarithm.h"

constexpr unsigned int kRootEstimate = 0x5f0b3800;
constexpr float kRootStep = 0x1.e417fep+0f;

// Of an ordinary x: within 1 ulp of the correctly rounded result.
inline float ordinaryReciprocalRoot(float x) {
  float y = fromBits(kRootEstimate - (toBits(x) >> 1));
  // One step of Newton's method. Its constant and the one above, found by search, go together: 2^-10.1.
  y *= fma(-(x * y), y, kRootStep);
  // And one of third order: with e = 1 - x y^2, 1/sqrt(x) = y (1 + e/2 + 3/8 e^2 ...).
  float e = fma(-(x * y), y, 1.0f);
  return fma(y * e, fma(e, 0.375f, 0.5f), y);
}

inline float reciprocalRoot(float x) {
  if (likely(isOrdinary(toBits(x))))
    return ordinaryReciprocalRoot(x);
  return 1 / __builtin_sqrtf(x);
}

// Correctly rounded: no 1 / sqrt(x) is nearer than 2^-50 to the middle between two floats, and the double below is
// nearer than that. (test/maths/accuracy tries all of the 2^24 different cases on demand.)
inline float roundedReciprocalRoot(float x) {
  if (!likely(isOrdinary(toBits(x))))
    return static_cast<float>(1 / __builtin_sqrt(static_cast<double>(x)));
  double y = ordinaryReciprocalRoot(x);
  double e = fma(-(x * y), y, 1.0);  // x * y is exact
  return static_cast<float>(fma(y * e, fma(e, 0.375, 0.5), y));
}

#endif
