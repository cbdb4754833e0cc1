// x^y of floats, and its fast version.
#ifndef RADDLE_DEVICE_MATHS_POWER_H
#define RADDLE_DEVICE_MATHS_POWER_H

#include "device/maths/exponential.h"
#include "device/maths/logarithm.h"
#include "device/maths/sleef.h"

// log2 of an ordinary x (see logarithm.h) to 38 bits: its error times y must stay below a float's.
inline double preciseLog2(float x) {
  constexpr double kPolynomial[] = {0x1.71547652bc147p+0,  -0x1.71547653264aap-1, 0x1.ec709d8da4c6bp-2,
                                    -0x1.7154755697692p-2, 0x1.2776e33527e6ap-2,  -0x1.ec7147719d619p-3,
                                    0x1.a60ad6bbb8885p-3,  -0x1.713b118209ddep-3, 0x1.4986ed3b8154ap-3,
                                    -0x1.296b7bf75c8f9p-3, 0x1.f9c3dd5c12618p-4,  -0x1.c36e50420548ap-4,
                                    0x1.432a553199540p-3,  -0x1.3cf92538e5637p-3};
  Mantissa m(toBits(x));
  double f = m.fraction - 1;
  return fma(f, polynomial(f, kPolynomial), static_cast<double>(m.exponent));
}

inline float powerOf(float x, float y) {
  if (likely(isOrdinary(toBits(x)))) {
    double exponent = y * preciseLog2(x);
    if (likely(__builtin_fabs(exponent) < 126)) {
      double shifted = exponent + kRounder<double>;
      float rest = static_cast<float>(exponent - (shifted - kRounder<double>));
      return timesPowerOfTwo(polynomial(rest, BaseTwo::kPolynomial),
                             static_cast<unsigned int>(toBits(shifted)));
    }
  }
  return sleef::powf(x, y);
}

inline float fastPower(float x, float y) { return power<BaseTwo>(y * logarithm<LogarithmOfBaseTwo>(x)); }

#endif
