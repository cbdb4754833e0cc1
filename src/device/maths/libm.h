// The host's libm, callable from the device library: libm::sin(x) becomes a plain call of `sin`, which the
// kernel compiler binds to the host's function.
#ifndef RADDLE_DEVICE_MATHS_LIBM_H
#define RADDLE_DEVICE_MATHS_LIBM_H

namespace libm {

#define RADDLE_LIBM_OTHER(type, name, parameters)                                                            \
  type name parameters __asm__(#name) __attribute__((const, nothrow));
#define RADDLE_LIBM_STORES(type, name, parameters)                                                           \
  type name parameters __asm__(#name) __attribute__((nothrow));
#define RADDLE_LIBM_1(name)                                                                                  \
  RADDLE_LIBM_OTHER(double, name, (double))                                                                  \
  RADDLE_LIBM_OTHER(float, name##f, (float))
#define RADDLE_LIBM_2(name)                                                                                  \
  RADDLE_LIBM_OTHER(double, name, (double, double))                                                          \
  RADDLE_LIBM_OTHER(float, name##f, (float, float))
#include "device/host_functions.def"

} // namespace libm

#endif
