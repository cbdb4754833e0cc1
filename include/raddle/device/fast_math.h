// Functions that trade accuracy for speed: within the bounds that CUDA documents for them (docs/maths.md).
#ifndef RADDLE_DEVICE_FAST_MATH_H
#define RADDLE_DEVICE_FAST_MATH_H

RADDLE_DEVICE float __sinf(float x) { return __nv_fast_sinf(x); }
RADDLE_DEVICE float __cosf(float x) { return __nv_fast_cosf(x); }
RADDLE_DEVICE float __tanf(float x) { return __nv_fast_tanf(x); }
RADDLE_DEVICE void __sincosf(float x, float *sine, float *cosine) { __nv_fast_sincosf(x, sine, cosine); }
RADDLE_DEVICE float __expf(float x) { return __nv_fast_expf(x); }
RADDLE_DEVICE float __exp10f(float x) { return __nv_fast_exp10f(x); }
RADDLE_DEVICE float __logf(float x) { return __nv_fast_logf(x); }
RADDLE_DEVICE float __log2f(float x) { return __nv_fast_log2f(x); }
RADDLE_DEVICE float __log10f(float x) { return __nv_fast_log10f(x); }
RADDLE_DEVICE float __powf(float x, float y) { return __nv_fast_powf(x, y); }
RADDLE_DEVICE float __tanhf(float x) { return __nv_tanhf(x); }
RADDLE_DEVICE float __fdividef(float x, float y) { return __nv_fast_fdividef(x, y); }

#endif
