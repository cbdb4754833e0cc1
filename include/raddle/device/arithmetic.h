// Arithmetic with a stated rounding: rn to nearest even, rz to zero, ru up, rd down. Never fused with its
// neighbours into a multiply-add.
#ifndef RADDLE_DEVICE_ARITHMETIC_H
#define RADDLE_DEVICE_ARITHMETIC_H

#define RADDLE_ROUNDED(type, function, ...)                                                                  \
  RADDLE_LIBRARY_PURE type function##_rn(__VA_ARGS__);                                                       \
  RADDLE_LIBRARY_PURE type function##_rz(__VA_ARGS__);                                                       \
  RADDLE_LIBRARY_PURE type function##_ru(__VA_ARGS__);                                                       \
  RADDLE_LIBRARY_PURE type function##_rd(__VA_ARGS__);

RADDLE_ROUNDED(float, __fadd, float x, float y)
RADDLE_ROUNDED(float, __fsub, float x, float y)
RADDLE_ROUNDED(float, __fmul, float x, float y)
RADDLE_ROUNDED(float, __fdiv, float x, float y)
RADDLE_ROUNDED(float, __fmaf, float x, float y, float z)
RADDLE_ROUNDED(float, __fmaf_ieee, float x, float y, float z)
RADDLE_ROUNDED(float, __frcp, float x)
RADDLE_ROUNDED(float, __fsqrt, float x)

RADDLE_ROUNDED(double, __dadd, double x, double y)
RADDLE_ROUNDED(double, __dsub, double x, double y)
RADDLE_ROUNDED(double, __dmul, double x, double y)
RADDLE_ROUNDED(double, __ddiv, double x, double y)
RADDLE_ROUNDED(double, __fma, double x, double y, double z)
RADDLE_ROUNDED(double, __drcp, double x)
RADDLE_ROUNDED(double, __dsqrt, double x)

#undef RADDLE_ROUNDED

RADDLE_LIBRARY_PURE float __frsqrt_rn(float x);

// Clamps to [0, 1]; NaN gives 0.
RADDLE_LIBRARY_PURE float __saturatef(float x);

#endif
