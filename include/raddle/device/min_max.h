// min and max in the global namespace, for host and device, with CUDA's set of overloads.
#ifndef RADDLE_DEVICE_MIN_MAX_H
#define RADDLE_DEVICE_MIN_MAX_H

// Those of int exist for the device already, in clang's header.
RADDLE_HOST int min(int x, int y) { return y < x ? y : x; }
RADDLE_HOST int max(int x, int y) { return x < y ? y : x; }

#define RADDLE_MIN_MAX(type, left, right)                                                                    \
  RADDLE_HOST_DEVICE type min(left x, right y) {                                                             \
    return static_cast<type>(y) < static_cast<type>(x) ? static_cast<type>(y) : static_cast<type>(x);        \
  }                                                                                                          \
  RADDLE_HOST_DEVICE type max(left x, right y) {                                                             \
    return static_cast<type>(x) < static_cast<type>(y) ? static_cast<type>(y) : static_cast<type>(x);        \
  }

// Both arguments are taken as unsigned where one is signed and the other is not.
#define RADDLE_INTEGER_MIN_MAX(type)                                                                         \
  RADDLE_MIN_MAX(unsigned type, unsigned type, unsigned type)                                                \
  RADDLE_MIN_MAX(unsigned type, type, unsigned type)                                                         \
  RADDLE_MIN_MAX(unsigned type, unsigned type, type)

RADDLE_INTEGER_MIN_MAX(int)
RADDLE_MIN_MAX(long, long, long)
RADDLE_INTEGER_MIN_MAX(long)
RADDLE_MIN_MAX(long long, long long, long long)
RADDLE_INTEGER_MIN_MAX(long long)

// The result for a number and a NaN is the number.
#define RADDLE_FLOATING_MIN_MAX(type, left, right, suffix)                                                   \
  RADDLE_HOST_DEVICE type min(left x, right y) { return __builtin_fmin##suffix(x, y); }                      \
  RADDLE_HOST_DEVICE type max(left x, right y) { return __builtin_fmax##suffix(x, y); }

RADDLE_FLOATING_MIN_MAX(float, float, float, f)
RADDLE_FLOATING_MIN_MAX(double, double, double, )
RADDLE_FLOATING_MIN_MAX(double, float, double, )
RADDLE_FLOATING_MIN_MAX(double, double, float, )

#undef RADDLE_FLOATING_MIN_MAX
#undef RADDLE_INTEGER_MIN_MAX
#undef RADDLE_MIN_MAX

// The named ones exist for the device already.
RADDLE_HOST unsigned int umin(unsigned int x, unsigned int y) { return y < x ? y : x; }
RADDLE_HOST unsigned int umax(unsigned int x, unsigned int y) { return x < y ? y : x; }
RADDLE_HOST long long llmin(long long x, long long y) { return y < x ? y : x; }
RADDLE_HOST long long llmax(long long x, long long y) { return x < y ? y : x; }
RADDLE_HOST unsigned long long ullmin(unsigned long long x, unsigned long long y) { return y < x ? y : x; }
RADDLE_HOST unsigned long long ullmax(unsigned long long x, unsigned long long y) { return x < y ? y : x; }

#endif
