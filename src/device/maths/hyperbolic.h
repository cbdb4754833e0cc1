// tanh of floats, the activation function of neural networks; our own for the reason given in exponential.h.
#ifndef RADDLE_DEVICE_MATHS_HYPERBOLIC_H
#define RADDLE_DEVICE_MATHS_HYPERBOLIC_H

#include "device/maths/exponential.h"

inline float hyperbolicTangent(float x) {
  constexpr float kPolynomial[] = {-0x1.555548p-2f, 0x1.110c62p-3f, -0x1.b906f6p-5f, 0x1.581f36p-6f,
                                   -0x1.94aeb2p-8f};
  float size = __builtin_fabsf(x), square = size * size;
  float small = fma(square * polynomial(square, kPolynomial), size, size);
  // 1 - 2 / (e^2x + 1), which is 1 from 10 on. NaN stays NaN.
  float bounded = size > 10 ? 10 : size;
  Power<NaturalBase> power(2 * bounded);
  float large = 1 - 2 / fma(power.fraction, power.scale(), 1.0f);
  return __builtin_copysignf(size < 0.5625f ? small : large, x);
}

#endif
