// The mathematics of <math.h> and <cmath> in device code: clang's own headers, which map each function to
// libdevice's name for it (sinf to __nv_sinf). The device library defines those.
#ifndef RADDLE_DEVICE_DEVICE_MATH_H
#define RADDLE_DEVICE_DEVICE_MATH_H

#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 12050

#include <__clang_cuda_libdevice_declares.h>

// -use_fast_math: clang takes the fast sinf, cosf, sincosf, logf and log2f by itself; these are nvcc's
// others.
#ifdef __CLANG_GPU_APPROX_TRANSCENDENTALS__
#define __nv_exp10f __nv_fast_exp10f
#define __nv_expf __nv_fast_expf
#define __nv_log10f __nv_fast_log10f
#define __nv_powf __nv_fast_powf
#define __nv_tanf __nv_fast_tanf
#endif

#include <__clang_cuda_math.h>

#undef __nv_exp10f
#undef __nv_expf
#undef __nv_log10f
#undef __nv_powf
#undef __nv_tanf

// What clang's <cmath> overlay expects from NVIDIA's headers: classification, and the float overloads of
// functions that it declares and leaves to others.
RADDLE_DEVICE int __isnan(double x) { return __builtin_isnan(x); }
RADDLE_DEVICE int __isnanf(float x) { return __builtin_isnan(x); }
RADDLE_DEVICE int __isinf(double x) { return __builtin_isinf(x); }
RADDLE_DEVICE int __isinff(float x) { return __builtin_isinf(x); }
RADDLE_DEVICE int __isfinited(double x) { return __builtin_isfinite(x); }
RADDLE_DEVICE int __finite(double x) { return __builtin_isfinite(x); }
RADDLE_DEVICE int __finitef(float x) { return __builtin_isfinite(x); }
RADDLE_DEVICE int __signbit(double x) { return __builtin_signbit(x); }
RADDLE_DEVICE int __signbitd(double x) { return __builtin_signbit(x); }
RADDLE_DEVICE int __signbitf(float x) { return __builtin_signbit(x); }

RADDLE_DEVICE double nan(const char *) { return __builtin_nan(""); }
RADDLE_DEVICE float nanf(const char *) { return __builtin_nanf(""); }

#define RADDLE_FLOAT_1(result, function)                                                                     \
  RADDLE_DEVICE result function(float x) { return function##f(x); }
#define RADDLE_FLOAT_2(function)                                                                             \
  RADDLE_DEVICE float function(float x, float y) { return function##f(x, y); }

RADDLE_FLOAT_1(float, acosh)
RADDLE_FLOAT_1(float, asinh)
RADDLE_FLOAT_1(float, atanh)
RADDLE_FLOAT_1(float, cbrt)
RADDLE_FLOAT_1(float, erf)
RADDLE_FLOAT_1(float, erfc)
RADDLE_FLOAT_1(float, exp2)
RADDLE_FLOAT_1(float, expm1)
RADDLE_FLOAT_1(float, lgamma)
RADDLE_FLOAT_1(float, log1p)
RADDLE_FLOAT_1(float, log2)
RADDLE_FLOAT_1(float, logb)
RADDLE_FLOAT_1(float, nearbyint)
RADDLE_FLOAT_1(float, rint)
RADDLE_FLOAT_1(float, round)
RADDLE_FLOAT_1(float, tgamma)
RADDLE_FLOAT_1(float, trunc)
RADDLE_FLOAT_1(int, ilogb)
RADDLE_FLOAT_1(long, lrint)
RADDLE_FLOAT_1(long, lround)
RADDLE_FLOAT_1(long long, llrint)
RADDLE_FLOAT_1(long long, llround)

RADDLE_FLOAT_2(copysign)
RADDLE_FLOAT_2(fdim)
RADDLE_FLOAT_2(fmax)
RADDLE_FLOAT_2(fmin)
RADDLE_FLOAT_2(hypot)
RADDLE_FLOAT_2(nextafter)
RADDLE_FLOAT_2(remainder)

#undef RADDLE_FLOAT_2
#undef RADDLE_FLOAT_1

RADDLE_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }
RADDLE_DEVICE float remquo(float x, float y, int *quotient) { return remquof(x, y, quotient); }
RADDLE_DEVICE float scalbn(float x, int exponent) { return scalbnf(x, exponent); }
RADDLE_DEVICE float scalbln(float x, long exponent) { return scalblnf(x, exponent); }

#include <__clang_cuda_cmath.h>

#pragma pop_macro("CUDA_VERSION")

#endif
