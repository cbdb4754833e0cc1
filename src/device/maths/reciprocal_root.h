// 1 / sqrt(x) without square root and division, which take 3 times as long.
//
// Where the processor has an estimate of 14 bits, that is the start (AVX-512; vectorize/normalise/root_estimate.h). Its
// bits are the same in all lanes and on both engines, but may be others with another instruction set.
// Elsewhere the start are the bits of x, halved and subtracted, which is 3.5 % off at most (Lomont, "Fast
// inverse square root", 2003).
#ifndef RADDLE_DEVICE_MATHS_RECIPROCAL_ROOT_H
#define RADDLE_DEVICE_MATHS_RECIPROCAL_ROOT_H

#include "device/maths/bits.h"
#include "device/maths/logarithm.h"
#include "device/maths/unless_nan.h"

// Answered by the kernel compiler.
extern "C" {
__attribute__((const, nothrow)) bool __raddle_has_root_estimate();
__attribute__((const, nothrow)) bool __raddle_is_short_of_multipliers();
__attribute__((const, nothrow)) float __raddle_root_estimate_f(float x);
__attribute__((const, nothrow)) double __raddle_root_estimate_d(double x);
}

// Estimates that are zero, infinite or NaN are exact. There the error is no number, and becomes a small one, of which
// the estimate takes no notice.
template <class T> T boundedError(T e, T bound) { return e < bound ? e : bound; }

// The result for any x: floats within 2 ulp of the correctly rounded result, as CUDA promises, doubles within 1. With y an
// estimate of 1 / sqrt(x) whose error is e = 1 - x y^2, |e| < 2^-12.9, it is y (1 + e/2 + 3/8 e^2 + 5/16 e^3 ...), or
// y / 2 (3 - x y^2) for floats. There are two ways to y / 2, both exact and both NaN in the end where y is zero or
// infinite: the estimate for 4 x, a product that may become part of x, and the bits of y, which lies between 2^-64 and
// 2^75, with 1 taken from the exponent.
inline float refinedEstimate(float x) {
  float y = __raddle_root_estimate_f(x), e = fma(-(x * y), y, 3.0f);
  float full = y * 0.5f * boundedError(e, 2 + 0x1p-10f);
  if (__raddle_is_short_of_multipliers()) {
    constexpr unsigned int kStepOfExponent = 0x00800000;
    return unlessNan(fromBits(toBits(y) - kStepOfExponent) * e, full);
  }
  float x4 = x * 4, half = __raddle_root_estimate_f(x4);
  return unlessNan(half * fma(-(x4 * half), half, 3.0f), full);
}
inline double refined(double y, double e) {
  constexpr double kSeries[] = {0x1p-1, 0x3p-3, 0x5p-4, 0x23p-7};
  return fma(y * e, polynomial(e, kSeries), y);
}
inline double refinedEstimate(double x) {
  double y = __raddle_root_estimate_d(x), e = fma(-(x * y), y, 1.0);
  return unlessNan(refined(y, e), refined(y, boundedError(e, 0x1p-10)));
}

constexpr unsigned int kRootEstimate = 0x5f0b3800;
constexpr float kRootStep = 0x1.e417fep+0f;

// The result for an ordinary x is within 1 ulp of the correctly rounded one.
inline float ordinaryReciprocalRoot(float x) {
  float y = fromBits(kRootEstimate - (toBits(x) >> 1));
  // One step of Newton's method. Its constant and the one above, found by search, go together: 2^-10.1.
  y *= fma(-(x * y), y, kRootStep);
  // And one of third order.
  float e = fma(-(x * y), y, 1.0f);
  return fma(y * e, fma(e, 0.375f, 0.5f), y);
}

inline float reciprocalRoot(float x) {
  if (__raddle_has_root_estimate())
    return refinedEstimate(x);
  if (likely(isOrdinary(toBits(x))))
    return ordinaryReciprocalRoot(x);
  return 1 / __builtin_sqrtf(x);
}

// Correctly rounded: no 1 / sqrt(x) is nearer than 2^-50 to the middle between two floats, and the double
// below is nearer than that. (test/unit/device tries all of the 2^24 different cases.)
inline float roundedReciprocalRoot(float x) {
  if (!likely(isOrdinary(toBits(x))))
    return static_cast<float>(1 / __builtin_sqrt(static_cast<double>(x)));
  double y = reciprocalRoot(x);
  double e = fma(-(x * y), y, 1.0); // x * y is exact
  return static_cast<float>(fma(y * e, fma(e, 0.375, 0.5), y));
}

#endif
