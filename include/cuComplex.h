// Complex numbers as float2 and double2, for host and device, C and C++.
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include "raddle/names/hide.h"

#include <vector_types.h>

#include <math.h>

#if defined(__CUDACC__)
#define RADDLE_COMPLEX __host__ __device__ static __inline__
#else
#define RADDLE_COMPLEX static __inline__
#endif

#if defined(__cplusplus)
extern "C" {
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

RADDLE_COMPLEX float cuCrealf(cuFloatComplex z) { return z.x; }
RADDLE_COMPLEX float cuCimagf(cuFloatComplex z) { return z.y; }
RADDLE_COMPLEX double cuCreal(cuDoubleComplex z) { return z.x; }
RADDLE_COMPLEX double cuCimag(cuDoubleComplex z) { return z.y; }

RADDLE_COMPLEX cuFloatComplex make_cuFloatComplex(float real, float imaginary) {
  cuFloatComplex z;
  z.x = real;
  z.y = imaginary;
  return z;
}
RADDLE_COMPLEX cuDoubleComplex make_cuDoubleComplex(double real, double imaginary) {
  cuDoubleComplex z;
  z.x = real;
  z.y = imaginary;
  return z;
}
RADDLE_COMPLEX cuComplex make_cuComplex(float real, float imaginary) {
  return make_cuFloatComplex(real, imaginary);
}

RADDLE_COMPLEX cuFloatComplex cuConjf(cuFloatComplex z) { return make_cuFloatComplex(z.x, -z.y); }
RADDLE_COMPLEX cuDoubleComplex cuConj(cuDoubleComplex z) { return make_cuDoubleComplex(z.x, -z.y); }

RADDLE_COMPLEX cuFloatComplex cuCaddf(cuFloatComplex a, cuFloatComplex b) {
  return make_cuFloatComplex(a.x + b.x, a.y + b.y);
}
RADDLE_COMPLEX cuDoubleComplex cuCadd(cuDoubleComplex a, cuDoubleComplex b) {
  return make_cuDoubleComplex(a.x + b.x, a.y + b.y);
}
RADDLE_COMPLEX cuFloatComplex cuCsubf(cuFloatComplex a, cuFloatComplex b) {
  return make_cuFloatComplex(a.x - b.x, a.y - b.y);
}
RADDLE_COMPLEX cuDoubleComplex cuCsub(cuDoubleComplex a, cuDoubleComplex b) {
  return make_cuDoubleComplex(a.x - b.x, a.y - b.y);
}
RADDLE_COMPLEX cuFloatComplex cuCmulf(cuFloatComplex a, cuFloatComplex b) {
  return make_cuFloatComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
RADDLE_COMPLEX cuDoubleComplex cuCmul(cuDoubleComplex a, cuDoubleComplex b) {
  return make_cuDoubleComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// Divided by the divisor's size first, so that its square neither overflows nor vanishes.
RADDLE_COMPLEX cuFloatComplex cuCdivf(cuFloatComplex a, cuFloatComplex b) {
  float scale = 1.0f / (fabsf(b.x) + fabsf(b.y));
  float ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;
  float factor = 1.0f / (bx * bx + by * by);
  return make_cuFloatComplex((ax * bx + ay * by) * factor, (ay * bx - ax * by) * factor);
}
RADDLE_COMPLEX cuDoubleComplex cuCdiv(cuDoubleComplex a, cuDoubleComplex b) {
  double scale = 1.0 / (fabs(b.x) + fabs(b.y));
  double ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;
  double factor = 1.0 / (bx * bx + by * by);
  return make_cuDoubleComplex((ax * bx + ay * by) * factor, (ay * bx - ax * by) * factor);
}

RADDLE_COMPLEX float cuCabsf(cuFloatComplex z) { return hypotf(z.x, z.y); }
RADDLE_COMPLEX double cuCabs(cuDoubleComplex z) { return hypot(z.x, z.y); }

// a * b + c
RADDLE_COMPLEX cuFloatComplex cuCfmaf(cuFloatComplex a, cuFloatComplex b, cuFloatComplex c) {
  return make_cuFloatComplex(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x);
}
RADDLE_COMPLEX cuDoubleComplex cuCfma(cuDoubleComplex a, cuDoubleComplex b, cuDoubleComplex c) {
  return make_cuDoubleComplex(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x);
}

RADDLE_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
  return make_cuDoubleComplex(z.x, z.y);
}
RADDLE_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return make_cuFloatComplex((float)z.x, (float)z.y);
}

#if defined(__cplusplus)
}
#endif

#undef RADDLE_COMPLEX
#include "raddle/names/show.h"

#endif
