// Logarithms of floats.
//
// x = 2^n * m with m in [2/3, 4/3), and log(m) = f + f^2 q(f) with f = m - 1. Our own for the reason given in
// exponential.h.
#ifndef RADDLE_DEVICE_MATHS_LOGARITHM_H
#define RADDLE_DEVICE_MATHS_LOGARITHM_H

#include "device/maths/bits.h"

struct Mantissa {
  float fraction; // in [2/3, 4/3)
  int exponent;

  // `bits` are those of a normal number; subnormal ones may be scaled and have the factor taken from their bits.
  explicit Mantissa(unsigned int bits) {
    constexpr unsigned int kTwoThirds = 0x3f2aaaab;
    exponent = static_cast<int>(bits - kTwoThirds) >> 23;
    fraction = fromBits(bits - (static_cast<unsigned int>(exponent) << 23));
  }
};

// Normal, positive, and finite.
inline bool isOrdinary(unsigned int bits) { return bits - 0x00800000u < 0x7f000000u; }

struct NaturalLogarithm {
  static constexpr float kOfTwo = 0x1.62e430p-1f;
  static constexpr float kSlopeHigh = 1, kSlopeLow = 0;
  static constexpr float kPolynomial[] = {-0x1.000000p-1f, 0x1.555506p-2f,  -0x1.fffef8p-3f,
                                          0x1.99d05cp-3f,  -0x1.559c88p-3f, 0x1.1ed460p-3f,
                                          -0x1.f3329ep-4f, 0x1.1e7254p-3f,  -0x1.07bfa6p-3f};
};

struct LogarithmOfBaseTwo {
  static constexpr float kOfTwo = 1;
  static constexpr float kSlopeHigh = 0x1.715476p+0f, kSlopeLow = 0x1.4ae0c0p-26f;
  static constexpr float kPolynomial[] = {-0x1.715476p-1f, 0x1.ec7030p-2f,  -0x1.7153dep-2f,
                                          0x1.279d70p-2f,  -0x1.ecd10cp-3f, 0x1.9de5b6p-3f,
                                          -0x1.684e94p-3f, 0x1.9cddeep-3f,  -0x1.7bdaf8p-3f};
};

struct LogarithmOfBaseTen {
  static constexpr float kOfTwo = 0x1.344136p-2f;
  static constexpr float kSlopeHigh = 0x1.bcb7b2p-2f, kSlopeLow = -0x1.5b235ep-27f;
  static constexpr float kPolynomial[] = {-0x1.bcb7b2p-3f, 0x1.287a2ep-3f,  -0x1.bcb672p-4f,
                                          0x1.63f6e2p-4f,  -0x1.28c010p-4f, 0x1.f22616p-5f,
                                          -0x1.b10a54p-5f, 0x1.f2260ep-5f,  -0x1.cc0022p-5f};
};

template <class Kind> float logarithmOfBits(unsigned int bits) {
  Mantissa m(bits);
  float f = m.fraction - 1, n = static_cast<float>(m.exponent);
  float curved = f * f * polynomial(f, Kind::kPolynomial);
  float rest = Kind::kSlopeHigh == 1 ? f + curved : fma(f, Kind::kSlopeHigh, fma(f, Kind::kSlopeLow, curved));
  return Kind::kOfTwo == 1 ? n + rest : fma(n, Kind::kOfTwo, rest);
}

template <class Kind> float logarithm(float x) {
  float result = logarithmOfBits<Kind>(toBits(x));
  if (!likely(isOrdinary(toBits(x)))) {
    // Zero and subnormal numbers; infinity, negative numbers and NaN.
    result = logarithmOfBits<Kind>(toBits(x * 0x1p23f) - (23u << 23));
    result = x == 0 ? -__builtin_inff() : result;
    result = x < __builtin_inff() ? result : x + x;
    result = x < 0 ? __builtin_nanf("") : result;
  }
  return result;
}

#endif
