// libdevice's mathematical functions: what clang's headers make of <math.h> in device code.
//
// Exactly rounded operations are LLVM intrinsics; the transcendental ones are the host libm's.

#include "accurate.h"
#include "libm.h"

#define DEVICE extern "C"

// --- Functions of libm, in double and float ----------------------------------------------------------------

#define MATH_1(name)                                                                                         \
  DEVICE double __nv_##name(double x) { return libm::name(x); }                                              \
  DEVICE float __nv_##name##f(float x) { return libm::name##f(x); }
#define MATH_2(name)                                                                                         \
  DEVICE double __nv_##name(double x, double y) { return libm::name(x, y); }                                 \
  DEVICE float __nv_##name##f(float x, float y) { return libm::name##f(x, y); }

MATH_1(acos)
MATH_1(acosh)
MATH_1(asin)
MATH_1(asinh)
MATH_1(atan)
MATH_1(atanh)
MATH_1(cos)
MATH_1(cosh)
MATH_1(erf)
MATH_1(erfc)
MATH_1(exp)
MATH_1(exp2)
MATH_1(expm1)
MATH_1(j0)
MATH_1(j1)
MATH_1(log)
MATH_1(log10)
MATH_1(log1p)
MATH_1(log2)
MATH_1(logb)
MATH_1(sin)
MATH_1(sinh)
MATH_1(tan)
MATH_1(tanh)
MATH_1(tgamma)
MATH_1(y0)
MATH_1(y1)

MATH_2(atan2)
MATH_2(fdim)
MATH_2(fmod)
MATH_2(hypot)
MATH_2(nextafter)
MATH_2(pow)
MATH_2(remainder)

DEVICE double __nv_cbrt(double x) { return accurate::cbrt(x); }
DEVICE float __nv_cbrtf(float x) { return libm::cbrtf(x); }
DEVICE double __nv_exp10(double x) { return accurate::exp10(x); }
DEVICE float __nv_exp10f(float x) { return libm::exp10f(x); }
DEVICE double __nv_jn(int n, double x) { return libm::jn(n, x); }
DEVICE float __nv_jnf(int n, float x) { return libm::jnf(n, x); }
DEVICE double __nv_yn(int n, double x) { return libm::yn(n, x); }
DEVICE float __nv_ynf(int n, float x) { return libm::ynf(n, x); }
DEVICE int __nv_ilogb(double x) { return libm::ilogb(x); }
DEVICE int __nv_ilogbf(float x) { return libm::ilogbf(x); }
DEVICE double __nv_ldexp(double x, int exponent) { return libm::ldexp(x, exponent); }
DEVICE float __nv_ldexpf(float x, int exponent) { return libm::ldexpf(x, exponent); }
DEVICE double __nv_scalbn(double x, int exponent) { return libm::ldexp(x, exponent); }
DEVICE float __nv_scalbnf(float x, int exponent) { return libm::ldexpf(x, exponent); }
DEVICE double __nv_frexp(double x, int *exponent) { return libm::frexp(x, exponent); }
DEVICE float __nv_frexpf(float x, int *exponent) { return libm::frexpf(x, exponent); }
DEVICE double __nv_modf(double x, double *whole) { return libm::modf(x, whole); }
DEVICE float __nv_modff(float x, float *whole) { return libm::modff(x, whole); }
DEVICE double __nv_remquo(double x, double y, int *quotient) { return libm::remquo(x, y, quotient); }
DEVICE float __nv_remquof(float x, float y, int *quotient) { return libm::remquof(x, y, quotient); }
DEVICE void __nv_sincos(double x, double *sine, double *cosine) { libm::sincos(x, sine, cosine); }
DEVICE void __nv_sincosf(float x, float *sine, float *cosine) { libm::sincosf(x, sine, cosine); }

DEVICE double __nv_lgamma(double x) {
  int sign;
  return libm::lgamma_r(x, &sign);
}
DEVICE float __nv_lgammaf(float x) {
  int sign;
  return libm::lgammaf_r(x, &sign);
}

// Integral powers, rounded once.
DEVICE double __nv_powi(double x, int n) { return libm::pow(x, n); }
DEVICE float __nv_powif(float x, int n) { return static_cast<float>(libm::pow(x, n)); }

// --- Exactly rounded operations ----------------------------------------------------------------------------

#define EXACT_1(name)                                                                                        \
  DEVICE double __nv_##name(double x) { return __builtin_##name(x); }                                        \
  DEVICE float __nv_##name##f(float x) { return __builtin_##name##f(x); }
#define EXACT_2(name)                                                                                        \
  DEVICE double __nv_##name(double x, double y) { return __builtin_##name(x, y); }                           \
  DEVICE float __nv_##name##f(float x, float y) { return __builtin_##name##f(x, y); }

EXACT_1(ceil)
EXACT_1(fabs)
EXACT_1(floor)
EXACT_1(nearbyint)
EXACT_1(rint)
EXACT_1(round)
EXACT_1(sqrt)
EXACT_1(trunc)

EXACT_2(copysign)
EXACT_2(fmax)
EXACT_2(fmin)

DEVICE double __nv_fma(double x, double y, double z) { return __builtin_fma(x, y, z); }
DEVICE float __nv_fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

// The casts saturate: the library is compiled with -fno-strict-float-cast-overflow.
DEVICE long long __nv_llrint(double x) { return static_cast<long long>(__builtin_rint(x)); }
DEVICE long long __nv_llrintf(float x) { return static_cast<long long>(__builtin_rintf(x)); }
DEVICE long long __nv_llround(double x) { return static_cast<long long>(__builtin_round(x)); }
DEVICE long long __nv_llroundf(float x) { return static_cast<long long>(__builtin_roundf(x)); }

// --- Fast versions: as accurate as the others --------------------------------------------------------------

DEVICE float __nv_fast_cosf(float x) { return libm::cosf(x); }
DEVICE float __nv_fast_exp10f(float x) { return libm::exp10f(x); }
DEVICE float __nv_fast_expf(float x) { return libm::expf(x); }
DEVICE float __nv_fast_fdividef(float x, float y) { return x / y; }
DEVICE float __nv_fast_log10f(float x) { return libm::log10f(x); }
DEVICE float __nv_fast_log2f(float x) { return libm::log2f(x); }
DEVICE float __nv_fast_logf(float x) { return libm::logf(x); }
DEVICE float __nv_fast_powf(float x, float y) { return libm::powf(x, y); }
DEVICE void __nv_fast_sincosf(float x, float *sine, float *cosine) { libm::sincosf(x, sine, cosine); }
DEVICE float __nv_fast_sinf(float x) { return libm::sinf(x); }
DEVICE float __nv_fast_tanf(float x) { return libm::tanf(x); }

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
