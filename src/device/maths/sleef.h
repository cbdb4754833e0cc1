// SLEEF, callable from the device library: sleef::sin(x) becomes a call that the kernel compiler widens to
// SLEEF's vector version of the same result.
#ifndef RADDLE_DEVICE_MATHS_SLEEF_H
#define RADDLE_DEVICE_MATHS_SLEEF_H

namespace sleef {

#define RADDLE_QUOTED_(x) #x
#define RADDLE_QUOTED(x) RADDLE_QUOTED_(x)
#define RADDLE_DECLARE(type, function, name, ...)                                                            \
  type function(__VA_ARGS__) __asm__(RADDLE_QUOTED(name)) __attribute__((const, nothrow));
#define RADDLE_SLEEF_1(name, accuracy)                                                                       \
  RADDLE_DECLARE(double, name, RADDLE_SLEEF_NAME(name, d, accuracy), double)                                 \
  RADDLE_DECLARE(float, name##f, RADDLE_SLEEF_NAME(name, f, accuracy), float)
#define RADDLE_SLEEF_2(name, accuracy)                                                                       \
  RADDLE_DECLARE(double, name, RADDLE_SLEEF_NAME(name, d, accuracy), double, double)                         \
  RADDLE_DECLARE(float, name##f, RADDLE_SLEEF_NAME(name, f, accuracy), float, float)
#include "device/sleef.def"
#undef RADDLE_DECLARE
#undef RADDLE_QUOTED
#undef RADDLE_QUOTED_

} // namespace sleef

#endif
