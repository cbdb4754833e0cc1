// Distance of two floating-point numbers in units of the last place.
#ifndef RADDLE_TEST_CONFORMANCE_ULP_H
#define RADDLE_TEST_CONFORMANCE_ULP_H

#include "../check.h"

#include <cmath>
#include <cstring>
#include <limits>

// Numbers between the two, counted over the real line; 0 for two NaNs, huge when only one is NaN.
template <typename T> double ulpDistance(T a, T b) {
  if (a != a || b != b)
    return a != a && b != b ? 0 : 1e300;
  using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  auto ordered = [](T value) {
    Bits bits;
    std::memcpy(&bits, &value, sizeof bits);
    Bits magnitude = bits & std::numeric_limits<Bits>::max();
    return static_cast<long double>(bits < 0 ? -magnitude : magnitude);
  };
  return static_cast<double>(std::fabs(ordered(a) - ordered(b)));
}

// One value of a function: what the device computed, the reference, and how many ulps they may be apart.
template <typename T>
bool recordUlps(T got, T expected, double bound, const std::string &name, T x, const char *file, int line) {
  bool good = ulpDistance(got, expected) <= bound;
  return record(good, file, line,
                good ? std::string()
                     : name + " of " + textOf(x) + " is " + textOf(got) + ", expected " + textOf(expected));
}
#define CHECK_ULPS(got, expected, bound, name, x)                                                            \
  recordUlps((got), (expected), (bound), (name), (x), __FILE__, __LINE__)

#endif
