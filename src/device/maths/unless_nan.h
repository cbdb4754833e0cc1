// Two forms of a function, for the kernel compiler to choose from (vectorize/lower/skip_special_cases.cpp).
#ifndef RADDLE_DEVICE_MATHS_UNLESS_NAN_H
#define RADDLE_DEVICE_MATHS_UNLESS_NAN_H

extern "C" {
/// Two values that have the same bits, but where `shorter` is NaN; it must be NaN, too, where a step that only it
/// takes overflows. Where that can be made up for later, the result is `shorter`, else `full`.
__attribute__((const, nothrow)) float __raddle_unless_nan_f(float shorter, float full);
__attribute__((const, nothrow)) double __raddle_unless_nan_d(double shorter, double full);
}

inline float unlessNan(float shorter, float full) { return __raddle_unless_nan_f(shorter, full); }
inline double unlessNan(double shorter, double full) { return __raddle_unless_nan_d(shorter, full); }

#endif
