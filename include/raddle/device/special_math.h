// The functions that CUDA adds to <math.h>: their versions for host code, and for both sides the overloads
// for float. (Their versions for device code are in clang's header.)
#ifndef RADDLE_DEVICE_SPECIAL_MATH_H
#define RADDLE_DEVICE_SPECIAL_MATH_H

#define RADDLE_SPECIAL RADDLE_HOST
#include "raddle/device/special_functions.h"
#undef RADDLE_SPECIAL

#define RADDLE_SPECIAL_1(function)                                                                           \
  RADDLE_HOST double function(double x) { return raddle_math::function(x); }                                 \
  RADDLE_HOST float function##f(float x) { return static_cast<float>(raddle_math::function(x)); }            \
  RADDLE_HOST_DEVICE float function(float x) { return function##f(x); }

RADDLE_SPECIAL_1(rsqrt)
RADDLE_SPECIAL_1(rcbrt)
RADDLE_SPECIAL_1(sinpi)
RADDLE_SPECIAL_1(cospi)
RADDLE_SPECIAL_1(erfinv)
RADDLE_SPECIAL_1(erfcinv)
RADDLE_SPECIAL_1(erfcx)
RADDLE_SPECIAL_1(normcdf)
RADDLE_SPECIAL_1(normcdfinv)
RADDLE_SPECIAL_1(cyl_bessel_i0)
RADDLE_SPECIAL_1(cyl_bessel_i1)

#undef RADDLE_SPECIAL_1

RADDLE_HOST void sincospi(double x, double *sine, double *cosine) { raddle_math::sincospi(x, sine, cosine); }
RADDLE_HOST void sincospif(float x, float *sine, float *cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}
RADDLE_HOST_DEVICE void sincospi(float x, float *sine, float *cosine) { sincospif(x, sine, cosine); }
RADDLE_HOST_DEVICE void sincos(float x, float *sine, float *cosine) { sincosf(x, sine, cosine); }
RADDLE_HOST_DEVICE float exp10(float x) { return exp10f(x); }

RADDLE_HOST double fdivide(double x, double y) { return x / y; }
RADDLE_HOST float fdividef(float x, float y) { return x / y; }
RADDLE_HOST_DEVICE float fdivide(float x, float y) { return fdividef(x, y); }

#define RADDLE_SPECIAL_N(function, function_float, parameters, float_parameters, ...)                        \
  RADDLE_HOST double function parameters { return raddle_math::function(__VA_ARGS__); }                      \
  RADDLE_HOST float function_float float_parameters {                                                        \
    return static_cast<float>(raddle_math::function(__VA_ARGS__));                                           \
  }

RADDLE_SPECIAL_N(rhypot, rhypotf, (double x, double y), (float x, float y), x, y)
RADDLE_SPECIAL_N(norm, normf, (int dimension, const double *p), (int dimension, const float *p), dimension, p)
RADDLE_SPECIAL_N(rnorm, rnormf, (int dimension, const double *p), (int dimension, const float *p), dimension,
                 p)
RADDLE_SPECIAL_N(norm3d, norm3df, (double x, double y, double z), (float x, float y, float z), x, y, z)
RADDLE_SPECIAL_N(rnorm3d, rnorm3df, (double x, double y, double z), (float x, float y, float z), x, y, z)
RADDLE_SPECIAL_N(norm4d, norm4df, (double x, double y, double z, double w),
                 (float x, float y, float z, float w), x, y, z, w)
RADDLE_SPECIAL_N(rnorm4d, rnorm4df, (double x, double y, double z, double w),
                 (float x, float y, float z, float w), x, y, z, w)

#undef RADDLE_SPECIAL_N

#endif
