// sine and cosine of floats: of radians, of half turns (sinpi), and the fast ones.
//
// Our own for the reason given in exponential.h.
#ifndef RADDLE_DEVICE_MATHS_TRIGONOMETRIC_H
#define RADDLE_DEVICE_MATHS_TRIGONOMETRIC_H

#include "device/maths/bits.h"
#include "device/maths/sleef.h"

// An angle as `quarter` quarter turns and a rest.
struct Angle {
  float rest;
  unsigned int quarter; // modulo 4, in the two lowest bits
};

// Selects and signs what sine and cosine of the rest give for the whole angle.
inline float inQuarter(unsigned int quarter, float sine, float cosine) {
  float value = quarter & 1 ? cosine : sine;
  return fromBits(toBits(value) ^ (quarter << 30 & 0x80000000u));
}

inline float withSignOf(float x, float magnitude) {
  return fromBits(toBits(magnitude) ^ (toBits(x) & 0x80000000u));
}

// --- Radians -----------------------------------------------------------------------------------------------

// For |x| up to kSmallAngle the multiple of pi/2, whose leading part has 20 bits, is taken off without error.
constexpr float kSmallAngle = 0x1p16f;

inline Angle reduceRadians(float x) {
  constexpr float kRounder = 0x1.8p23f;
  float shifted = fma(x, 0x1.45f306p-1f, kRounder);
  float n = shifted - kRounder;
  float rest = fma(n, -0x1.921fb0p+0f, x);
  rest = fma(n, -0x1.5110b4p-22f, rest);
  rest = fma(n, -0x1.84698ap-48f, rest);
  return {rest, toBits(shifted)};
}

// On |x| <= pi/4.
inline float sineOfRest(float x) {
  constexpr float kPolynomial[] = {-0x1.555556p-3f, 0x1.111176p-7f, -0x1.a05ba8p-13f, 0x1.7ccf06p-19f};
  float square = x * x;
  return fma(square * polynomial(square, kPolynomial), x, x);
}
inline float cosineOfRest(float x) {
  constexpr float kPolynomial[] = {1, -0.5f, 0x1.55554ap-5f, -0x1.6c0c1ap-10f, 0x1.99e0eap-16f};
  return polynomial(x * x, kPolynomial);
}

inline float sine(float x) {
  float size = __builtin_fabsf(x);
  Angle angle = reduceRadians(size);
  float result = withSignOf(x, inQuarter(angle.quarter, sineOfRest(angle.rest), cosineOfRest(angle.rest)));
  if (!likely(size < kSmallAngle))
    result = sleef::sinf(x);
  return result;
}

inline float cosine(float x) {
  float size = __builtin_fabsf(x);
  Angle angle = reduceRadians(size);
  float result = inQuarter(angle.quarter + 1, sineOfRest(angle.rest), cosineOfRest(angle.rest));
  if (!likely(size < kSmallAngle))
    result = sleef::cosf(x);
  return result;
}

// --- Half turns --------------------------------------------------------------------------------------------

// Exact; NaN for infinity.
inline Angle reduceHalfTurns(float x) {
  float turns = fma(-2.0f, __builtin_rintf(x * 0.5f), x);
  float quarters = __builtin_rintf(turns * 2);
  return {fma(quarters, -0.5f, turns), static_cast<unsigned int>(static_cast<int>(quarters))};
}

// x modulo 2, exact.
inline double withoutTurns(double x) { return fma(-2.0, __builtin_rint(x * 0.5), x); }

// On |x| <= 1/4.
inline float sineOfRestPi(float x) {
  constexpr float kPiHigh = 0x1.921fb6p+1f, kPiLow = -0x1.777a5cp-24f;
  constexpr float kPolynomial[] = {-0x1.4abbcep+2f, 0x1.466b78p+1f, -0x1.32adbap-1f, 0x1.4442fcp-4f};
  float square = x * x;
  return fma(x, kPiHigh, x * fma(square, polynomial(square, kPolynomial), kPiLow));
}
inline float cosineOfRestPi(float x) {
  constexpr float kPolynomial[] = {1, -0x1.3bd3ccp+2f, 0x1.03c1aep+2f, -0x1.55b130p+0f, 0x1.d46c10p-3f};
  return polynomial(x * x, kPolynomial);
}

// Of -0 the addition makes +0: where sine and cosine are zero, sine has the sign of x, and cosine none.
inline float sinePi(float x) {
  Angle angle = reduceHalfTurns(__builtin_fabsf(x));
  return withSignOf(x, inQuarter(angle.quarter, sineOfRestPi(angle.rest), cosineOfRestPi(angle.rest)) + 0.0f);
}
inline float cosinePi(float x) {
  Angle angle = reduceHalfTurns(x);
  return inQuarter(angle.quarter + 1, sineOfRestPi(angle.rest), cosineOfRestPi(angle.rest)) + 0.0f;
}

// --- Fast --------------------------------------------------------------------------------------------------

// sin(2 pi x) on |x| <= 1/4.
inline float sineOfTurns(float x) {
  constexpr float kPolynomial[] = {0x1.921fb4p+2f, -0x1.4abba2p+5f, 0x1.466504p+6f, -0x1.31fbe4p+6f,
                                   0x1.3910f6p+5f};
  return x * polynomial(x * x, kPolynomial);
}

// The fraction of x / (2 pi), between -1/2 and 1/2; its error grows with x.
inline float fractionOfTurns(float x) {
  float turns = x * 0x1.45f306p-3f;
  return turns - __builtin_rintf(turns);
}

inline float fastSine(float x) {
  float turns = fractionOfTurns(x);
  float folded = 0.25f - __builtin_fabsf(__builtin_fabsf(turns) - 0.25f);
  return withSignOf(turns, sineOfTurns(folded));
}
inline float fastCosine(float x) { return sineOfTurns(0.25f - __builtin_fabsf(fractionOfTurns(x))); }

#endif
