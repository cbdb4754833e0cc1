// libdevice's functions that the host's libm lacks. The float versions are the double ones, rounded once.

#include "accurate.h"
#include "libm.h"

namespace raddle_math {
using namespace libm;
}
#include "raddle/device/special_functions.h"

#define DEVICE extern "C"

#define SPECIAL_1(name)                                                                                      \
  DEVICE double __nv_##name(double x) { return raddle_math::name(x); }                                       \
  DEVICE float __nv_##name##f(float x) { return static_cast<float>(raddle_math::name(x)); }

SPECIAL_1(cospi)
SPECIAL_1(cyl_bessel_i0)
SPECIAL_1(cyl_bessel_i1)
SPECIAL_1(erfcinv)
SPECIAL_1(erfcx)
SPECIAL_1(erfinv)
SPECIAL_1(normcdf)
SPECIAL_1(normcdfinv)
SPECIAL_1(rsqrt)
SPECIAL_1(sinpi)

DEVICE double __nv_rcbrt(double x) { return accurate::rcbrt(x); }
DEVICE float __nv_rcbrtf(float x) { return static_cast<float>(accurate::rcbrt(x)); }

#define SPECIAL_N(name, name_float, parameters, float_parameters, ...)                                       \
  DEVICE double __nv_##name parameters { return raddle_math::name(__VA_ARGS__); }                            \
  DEVICE float __nv_##name_float float_parameters {                                                          \
    return static_cast<float>(raddle_math::name(__VA_ARGS__));                                               \
  }

SPECIAL_N(rhypot, rhypotf, (double x, double y), (float x, float y), x, y)
SPECIAL_N(norm, normf, (int dimension, const double *p), (int dimension, const float *p), dimension, p)
SPECIAL_N(rnorm, rnormf, (int dimension, const double *p), (int dimension, const float *p), dimension, p)
SPECIAL_N(norm3d, norm3df, (double x, double y, double z), (float x, float y, float z), x, y, z)
SPECIAL_N(rnorm3d, rnorm3df, (double x, double y, double z), (float x, float y, float z), x, y, z)
SPECIAL_N(norm4d, norm4df, (double x, double y, double z, double w), (float x, float y, float z, float w),
          x, y, z, w)
SPECIAL_N(rnorm4d, rnorm4df, (double x, double y, double z, double w), (float x, float y, float z, float w),
          x, y, z, w)

DEVICE void __nv_sincospi(double x, double *sine, double *cosine) { raddle_math::sincospi(x, sine, cosine); }
DEVICE void __nv_sincospif(float x, float *sine, float *cosine) {
  double s, c;
  raddle_math::sincospi(x, &s, &c);
  *sine = static_cast<float>(s);
  *cosine = static_cast<float>(c);
}
