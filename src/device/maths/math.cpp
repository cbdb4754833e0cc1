// libdevice's mathematical functions: what clang's headers make of <math.h> in device code.
//
// Exactly rounded operations are LLVM intrinsics. The most used functions of float are our own, of which the
// kernel compiler makes vector code; the others are SLEEF's. docs/maths.md has the table.

#include "device/maths/bessel.h"
#include "device/maths/exponent.h"
#include "device/maths/exponential.h"
#include "device/maths/hyperbolic.h"
#include "device/maths/libm.h"
#include "device/maths/logarithm.h"
#include "device/maths/power.h"
#include "device/maths/remainder.h"
#include "device/maths/sleef.h"
#include "device/maths/trigonometric.h"

#define DEVICE extern "C"

// --- Our own, in float -------------------------------------------------------------------------------------

DEVICE float __nv_cosf(float x) { return cosine(x); }
DEVICE float __nv_cospif(float x) { return cosinePi(x); }
DEVICE float __nv_exp10f(float x) { return power<BaseTen>(x); }
DEVICE float __nv_exp2f(float x) { return power<BaseTwo>(x); }
DEVICE float __nv_expf(float x) { return power<NaturalBase>(x); }
DEVICE float __nv_log10f(float x) { return logarithm<LogarithmOfBaseTen>(x); }
DEVICE float __nv_log2f(float x) { return logarithm<LogarithmOfBaseTwo>(x); }
DEVICE float __nv_logf(float x) { return logarithm<NaturalLogarithm>(x); }
DEVICE float __nv_powf(float x, float y) { return powerOf(x, y); }
DEVICE float __nv_powif(float x, int n) { return powerOf(x, static_cast<float>(n)); }
DEVICE float __nv_sinf(float x) { return sine(x); }
DEVICE float __nv_sinpif(float x) { return sinePi(x); }
DEVICE float __nv_tanhf(float x) { return hyperbolicTangent(x); }
DEVICE void __nv_sincosf(float x, float *sine_of_x, float *cosine_of_x) {
  *sine_of_x = sine(x);
  *cosine_of_x = cosine(x);
}
DEVICE void __nv_sincospif(float x, float *sine_of_x, float *cosine_of_x) {
  *sine_of_x = sinePi(x);
  *cosine_of_x = cosinePi(x);
}

// Squares of floats are exact in double, and their sum does not overflow.
DEVICE float __nv_hypotf(float x, float y) {
  double square = fma(static_cast<double>(x), static_cast<double>(x), static_cast<double>(y) * y);
  float result = static_cast<float>(__builtin_sqrt(square));
  return __builtin_isinf(x) || __builtin_isinf(y) ? __builtin_inff() : result;
}

DEVICE double __nv_exp(double x) { return naturalPower(x); }

// --- SLEEF's -----------------------------------------------------------------------------------------------

#define SLEEF_DOUBLE(name)                                                                                   \
  DEVICE double __nv_##name(double x) { return sleef::name(x); }
#define SLEEF(name)                                                                                          \
  SLEEF_DOUBLE(name)                                                                                         \
  DEVICE float __nv_##name##f(float x) { return sleef::name##f(x); }

SLEEF(acos)
SLEEF(asin)
SLEEF(atan)
SLEEF(atanh)
SLEEF(cbrt)
SLEEF(erf)
SLEEF(erfc)
SLEEF(expm1)
SLEEF(lgamma)
SLEEF(tan)
SLEEF_DOUBLE(cos)
SLEEF_DOUBLE(exp10)
SLEEF_DOUBLE(exp2)
SLEEF_DOUBLE(log)
SLEEF_DOUBLE(log10)
SLEEF_DOUBLE(log2)
SLEEF_DOUBLE(sin)
SLEEF_DOUBLE(tanh)

// With NEON SLEEF gives some zeros a sign, for one lane not.
DEVICE double __nv_tgamma(double x) { return sleef::tgamma(x) + 0.0; }
DEVICE float __nv_tgammaf(float x) { return sleef::tgammaf(x) + 0.0f; }

// For large arguments SLEEF's hyperbolic functions and their inverses are infinite too early.
DEVICE float __nv_coshf(float x) {
  float size = __builtin_fabsf(x);
  return likely(size < 80) ? sleef::coshf(x) : halfOfPower(size);
}
DEVICE float __nv_sinhf(float x) {
  float size = __builtin_fabsf(x);
  return likely(size < 80) ? sleef::sinhf(x) : __builtin_copysignf(halfOfPower(size), x);
}
DEVICE double __nv_cosh(double x) {
  double size = __builtin_fabs(x);
  return likely(size < 700) ? sleef::cosh(x) : halfOfPower(size);
}
DEVICE double __nv_sinh(double x) {
  double size = __builtin_fabs(x);
  return likely(size < 700) ? sleef::sinh(x) : __builtin_copysign(halfOfPower(size), x);
}
DEVICE float __nv_acoshf(float x) {
  return likely(!(x > 0x1p50f)) ? sleef::acoshf(x) : logarithm<NaturalLogarithm>(x) + 0x1.62e430p-1f;
}
DEVICE float __nv_asinhf(float x) {
  float size = __builtin_fabsf(x);
  return likely(!(size > 0x1p50f))
             ? sleef::asinhf(x)
             : __builtin_copysignf(logarithm<NaturalLogarithm>(size) + 0x1.62e430p-1f, x);
}
DEVICE double __nv_acosh(double x) {
  return likely(!(x > 0x1p100)) ? sleef::acosh(x) : sleef::log(x) + 0x1.62e42fefa39efp-1;
}
DEVICE double __nv_asinh(double x) {
  double size = __builtin_fabs(x);
  return likely(!(size > 0x1p100)) ? sleef::asinh(x)
                                   : __builtin_copysign(sleef::log(size) + 0x1.62e42fefa39efp-1, x);
}

// SLEEF's log1p overflows near the largest numbers. Its sinpi and cospi are for small arguments only, and
// their zeros have other signs than CUDA's: sinpi's is that of x, cospi's is positive.
DEVICE double __nv_log1p(double x) {
  bool large = x > 0x1p1000;
  double result = sleef::log1p(large ? x * 0x1p-500 : x);
  return large ? result + 500 * 0x1.62e42fefa39efp-1 : result;
}
DEVICE float __nv_log1pf(float x) {
  bool large = x > 0x1p100f;
  float result = sleef::log1pf(large ? x * 0x1p-50f : x);
  return large ? result + 50 * 0x1.62e430p-1f : result;
}
DEVICE double __nv_sinpi(double x) {
  double sine_of_x = sleef::sinpi(withoutTurns(x));
  return sine_of_x == 0 ? __builtin_copysign(0.0, x) : sine_of_x;
}
DEVICE double __nv_cospi(double x) { return sleef::cospi(withoutTurns(x)) + 0.0; }

DEVICE double __nv_atan2(double y, double x) { return sleef::atan2(y, x); }
DEVICE float __nv_atan2f(float y, float x) { return sleef::atan2f(y, x); }
DEVICE double __nv_hypot(double x, double y) { return sleef::hypot(x, y); }
// Close to the largest number, SLEEF's result is infinite; to a subnormal power it raises negative numbers,
// too.
DEVICE double __nv_pow(double x, double y) {
  double result = sleef::pow(x, y);
  result = x < 0 && x > -__builtin_inf() && __builtin_fabs(y) < 1 && y != 0 ? __builtin_nan("") : result;
  if (likely(__builtin_fabs(result) != __builtin_inf()) || !isFinite(x) || !isFinite(y) || x == 0)
    return result;
  double root = sleef::pow(__builtin_fabs(x), y / 2);
  return __builtin_copysign(root * root, result);
}
DEVICE double __nv_powi(double x, int n) { return __nv_pow(x, n); }
DEVICE void __nv_sincos(double x, double *sine_of_x, double *cosine_of_x) {
  *sine_of_x = sleef::sin(x);
  *cosine_of_x = sleef::cos(x);
}
DEVICE void __nv_sincospi(double x, double *sine_of_x, double *cosine_of_x) {
  *sine_of_x = __nv_sinpi(x);
  *cosine_of_x = __nv_cospi(x);
}

// --- The C library's, lane by lane -------------------------------------------------------------------------

DEVICE double __nv_j0(double x) { return besselJ0(x); }
DEVICE double __nv_j1(double x) { return besselJ1(x); }
DEVICE double __nv_y0(double x) { return besselY0(x); }
DEVICE double __nv_y1(double x) { return besselY1(x); }
DEVICE float __nv_j0f(float x) { return libm::j0f(x); }
DEVICE float __nv_j1f(float x) { return libm::j1f(x); }
DEVICE float __nv_y0f(float x) { return libm::y0f(x); }
DEVICE float __nv_y1f(float x) { return libm::y1f(x); }
DEVICE double __nv_jn(int n, double x) { return libm::jn(n, x); }
DEVICE float __nv_jnf(int n, float x) { return libm::jnf(n, x); }
DEVICE double __nv_yn(int n, double x) { return libm::yn(n, x); }
DEVICE float __nv_ynf(int n, float x) { return libm::ynf(n, x); }

// --- Exact functions ---------------------------------------------------------------------------------------

#define EXACT(result, name, function, parameter)                                                             \
  DEVICE result __nv_##name(double x) { return function(x); }                                                \
  DEVICE parameter __nv_##name##f(float x) { return function(x); }

EXACT(int, ilogb, integralLogarithm, int)
EXACT(double, logb, exponentAsNumber, float)

DEVICE double __nv_fdim(double x, double y) { return positiveDifference(x, y); }
DEVICE float __nv_fdimf(float x, float y) { return positiveDifference(x, y); }
DEVICE double __nv_fmod(double x, double y) { return truncatedRemainder(x, y); }
DEVICE float __nv_fmodf(float x, float y) { return truncatedRemainder(x, y); }
DEVICE double __nv_frexp(double x, int *exponent) { return splitExponent(x, exponent); }
DEVICE float __nv_frexpf(float x, int *exponent) { return splitExponent(x, exponent); }
DEVICE double __nv_ldexp(double x, int exponent) { return scaled(x, exponent); }
DEVICE float __nv_ldexpf(float x, int exponent) { return scaled(x, exponent); }
DEVICE double __nv_scalbn(double x, int exponent) { return scaled(x, exponent); }
DEVICE float __nv_scalbnf(float x, int exponent) { return scaled(x, exponent); }
DEVICE double __nv_modf(double x, double *whole) { return splitFraction(x, whole); }
DEVICE float __nv_modff(float x, float *whole) { return splitFraction(x, whole); }
DEVICE double __nv_nextafter(double x, double y) { return nextNumber(x, y); }
DEVICE float __nv_nextafterf(float x, float y) { return nextNumber(x, y); }
DEVICE double __nv_remquo(double x, double y, int *quotient) { return nearestRemainder(x, y, quotient); }
DEVICE float __nv_remquof(float x, float y, int *quotient) { return nearestRemainder(x, y, quotient); }
DEVICE double __nv_remainder(double x, double y) {
  int quotient;
  return nearestRemainder(x, y, &quotient);
}
DEVICE float __nv_remainderf(float x, float y) {
  int quotient;
  return nearestRemainder(x, y, &quotient);
}

// --- Instructions ----------------------------------------------------------------------------

#define INSTRUCTION_1(name)                                                                                  \
  DEVICE double __nv_##name(double x) { return __builtin_##name(x); }                                        \
  DEVICE float __nv_##name##f(float x) { return __builtin_##name##f(x); }
#define INSTRUCTION_2(name)                                                                                  \
  DEVICE double __nv_##name(double x, double y) { return __builtin_##name(x, y); }                           \
  DEVICE float __nv_##name##f(float x, float y) { return __builtin_##name##f(x, y); }

INSTRUCTION_1(ceil)
INSTRUCTION_1(fabs)
INSTRUCTION_1(floor)
INSTRUCTION_1(nearbyint)
INSTRUCTION_1(rint)
INSTRUCTION_1(round)
INSTRUCTION_1(sqrt)
INSTRUCTION_1(trunc)

INSTRUCTION_2(copysign)
INSTRUCTION_2(fmax)
INSTRUCTION_2(fmin)

DEVICE double __nv_fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
DEVICE float __nv_fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

namespace {

// Saturates: the library is compiled with -fno-strict-float-cast-overflow. PTX ISA, cvt: of NaN the least.
long long wideInteger(double x) { return x != x ? -0x7fffffffffffffffll - 1 : static_cast<long long>(x); }

} // namespace

DEVICE long long __nv_llrint(double x) { return wideInteger(__builtin_rint(x)); }
DEVICE long long __nv_llrintf(float x) { return wideInteger(__builtin_rintf(x)); }
DEVICE long long __nv_llround(double x) { return wideInteger(__builtin_round(x)); }
DEVICE long long __nv_llroundf(float x) { return wideInteger(__builtin_roundf(x)); }

// --- Fast versions -----------------------------------------------------------------------------------------
// Those of exponential functions and logarithms would save one or two operations of fifteen: they are the
// same.

DEVICE float __nv_fast_exp10f(float x) { return power<BaseTen>(x); }
DEVICE float __nv_fast_expf(float x) { return power<NaturalBase>(x); }
DEVICE float __nv_fast_fdividef(float x, float y) { return x / y; }
DEVICE float __nv_fast_log10f(float x) { return logarithm<LogarithmOfBaseTen>(x); }
DEVICE float __nv_fast_log2f(float x) { return logarithm<LogarithmOfBaseTwo>(x); }
DEVICE float __nv_fast_logf(float x) { return logarithm<NaturalLogarithm>(x); }
DEVICE float __nv_fast_powf(float x, float y) { return fastPower(x, y); }
DEVICE float __nv_fast_sinf(float x) { return fastSine(x); }
DEVICE float __nv_fast_cosf(float x) { return fastCosine(x); }
DEVICE float __nv_fast_tanf(float x) { return fastSine(x) / fastCosine(x); }
DEVICE void __nv_fast_sincosf(float x, float *sine_of_x, float *cosine_of_x) {
  *sine_of_x = fastSine(x);
  *cosine_of_x = fastCosine(x);
}

// --- Integers ----------------------------------------------------------------------------------------------

DEVICE int __nv_abs(int x) { return x < 0 ? static_cast<int>(0u - static_cast<unsigned int>(x)) : x; }
DEVICE long long __nv_llabs(long long x) {
  return x < 0 ? static_cast<long long>(0ull - static_cast<unsigned long long>(x)) : x;
}
DEVICE int __nv_max(int x, int y) { return x < y ? y : x; }
DEVICE int __nv_min(int x, int y) { return y < x ? y : x; }
DEVICE unsigned int __nv_umax(unsigned int x, unsigned int y) { return x < y ? y : x; }
DEVICE unsigned int __nv_umin(unsigned int x, unsigned int y) { return y < x ? y : x; }
DEVICE long long __nv_llmax(long long x, long long y) { return x < y ? y : x; }
DEVICE long long __nv_llmin(long long x, long long y) { return y < x ? y : x; }
DEVICE unsigned long long __nv_ullmax(unsigned long long x, unsigned long long y) { return x < y ? y : x; }
DEVICE unsigned long long __nv_ullmin(unsigned long long x, unsigned long long y) { return y < x ? y : x; }
