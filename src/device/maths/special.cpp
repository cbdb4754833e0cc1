// libdevice's functions that neither libm nor SLEEF has. Most float versions are the double ones, rounded
// once.

#include "device/maths/reciprocal_root.h"
#include "device/maths/sleef.h"

namespace raddle_math {
using namespace sleef;
}
#include "raddle/device/special_functions.h"

#define DEVICE extern "C"

#define SPECIAL_1(name)                                                                                      \
  DEVICE double __nv_##name(double x) { return raddle_math::name(x); }                                       \
  DEVICE float __nv_##name##f(float x) { return static_cast<float>(raddle_math::name(x)); }

SPECIAL_1(cyl_bessel_i0)
SPECIAL_1(cyl_bessel_i1)
SPECIAL_1(erfcinv)
SPECIAL_1(erfcx)
SPECIAL_1(erfinv)
SPECIAL_1(normcdf)
SPECIAL_1(normcdfinv)

DEVICE double __nv_rsqrt(double x) {
  return __raddle_has_root_estimate() ? refinedEstimate(x) : raddle_math::rsqrt(x);
}
DEVICE float __nv_rsqrtf(float x) { return reciprocalRoot(x); }
DEVICE float __frsqrt_rn(float x) { return roundedReciprocalRoot(x); }

namespace {

// Below 0.501 ulp: one step of Newton's method, with 1 - (x*y) * (y*y), whose factors neither overflow nor
// become subnormal.
double reciprocalCubeRoot(double x) {
  double y = 1 / sleef::cbrt(x);
  double square = y * y, square_error = fma(y, y, -square);
  double product = x * y, product_error = fma(x, y, -product);
  double rest = fma(-product, square, 1.0) - product * square_error - product_error * square;
  double magnitude = __builtin_fabs(x);
  return magnitude > 0 && magnitude < __builtin_inf() ? fma(y, rest / 3, y) : y;
}

// The same from a float's 24 bits, to which it adds as many.
float reciprocalCubeRoot(float x) {
  double y = 1 / static_cast<double>(sleef::cbrtf(x));
  double refined = fma(y, fma(-(x * y), y * y, 1.0) / 3, y);
  float magnitude = __builtin_fabsf(x);
  return static_cast<float>(magnitude > 0 && magnitude < __builtin_inff() ? refined : y);
}

} // namespace

DEVICE double __nv_rcbrt(double x) { return reciprocalCubeRoot(x); }
DEVICE float __nv_rcbrtf(float x) { return reciprocalCubeRoot(x); }

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
SPECIAL_N(norm4d, norm4df, (double x, double y, double z, double w), (float x, float y, float z, float w), x,
          y, z, w)
SPECIAL_N(rnorm4d, rnorm4df, (double x, double y, double z, double w), (float x, float y, float z, float w),
          x, y, z, w)
