// Directed rounding without rounding modes, against the host's rounding modes: bit for bit, on random
// operands that include overflow, underflow, exact cases, signed zeros, infinities and NaN.

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#define ROUNDED(type, name, ...)                                                                             \
  extern "C" type name##_rn(__VA_ARGS__), name##_rz(__VA_ARGS__), name##_ru(__VA_ARGS__),                    \
      name##_rd(__VA_ARGS__);

ROUNDED(float, __fadd, float, float)
ROUNDED(float, __fsub, float, float)
ROUNDED(float, __fmul, float, float)
ROUNDED(float, __fdiv, float, float)
ROUNDED(float, __frcp, float)
ROUNDED(float, __fsqrt, float)
ROUNDED(float, __fmaf, float, float, float)
ROUNDED(double, __dadd, double, double)
ROUNDED(double, __dsub, double, double)
ROUNDED(double, __dmul, double, double)
ROUNDED(double, __ddiv, double, double)
ROUNDED(double, __drcp, double)
ROUNDED(double, __dsqrt, double)
ROUNDED(double, __fma, double, double, double)
ROUNDED(float, __double2float, double)
ROUNDED(float, __int2float, int)
ROUNDED(float, __uint2float, unsigned int)
ROUNDED(float, __ll2float, long long)
ROUNDED(float, __ull2float, unsigned long long)
ROUNDED(double, __ll2double, long long)
ROUNDED(double, __ull2double, unsigned long long)

namespace {

constexpr int kTrials = 100000;
constexpr int kModes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
const char *const kNames[] = {"rn", "rz", "ru", "rd"};

std::mt19937_64 generator(1);

// A quarter are corner cases, the rest of every size, among them many near the ends of the range.
template <class T> T randomOperand() {
  using Limits = std::numeric_limits<T>;
  const T corners[] = {0,
                       -T(0),
                       1,
                       -1,
                       3,
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::quiet_NaN(),
                       Limits::denorm_min(),
                       -Limits::denorm_min(),
                       Limits::min(),
                       Limits::max(),
                       -Limits::max()};
  T digits = static_cast<T>(static_cast<long long>(generator()));
  switch (generator() % 5) {
  case 0:
    return corners[generator() % std::size(corners)];
  case 1:
    return std::ldexp(digits,
                      Limits::min_exponent - Limits::digits - 63 + static_cast<int>(generator() % 60));
  case 2:
    return std::ldexp(digits, Limits::max_exponent - 64 - static_cast<int>(generator() % 25));
  case 3:
    return static_cast<T>(static_cast<long long>(generator() >> 50) - 8192);
  default:
    return std::ldexp(digits, -63 - static_cast<int>(generator() % 8));
  }
}

template <class T> bool sameBits(T x, T y) {
  return (std::isnan(x) && std::isnan(y)) || std::memcmp(&x, &y, sizeof x) == 0;
}

// Compares four results with `operation` in the four rounding modes.
template <class T, class Operation, class... Operands>
void expectAsHardware(const char *name, const T (&results)[4], Operation operation, Operands... operands) {
  for (int mode = 0; mode < 4; ++mode) {
    std::fesetround(kModes[mode]);
    volatile T expected = operation(operands...);
    std::fesetround(FE_TONEAREST);
    if (sameBits(results[mode], static_cast<T>(expected)))
      continue;
    auto failure = testing::Message() << std::hexfloat << name << "_" << kNames[mode];
    ((failure << " " << operands), ...);
    FAIL() << failure << ": " << results[mode] << ", hardware: " << static_cast<T>(expected);
  }
}

#define RESULTS(type, name, ...)                                                                             \
  const type results[4] = {name##_rn(__VA_ARGS__), name##_rz(__VA_ARGS__), name##_ru(__VA_ARGS__),           \
                           name##_rd(__VA_ARGS__)};

#define BINARY_TEST(name, type, operator)                                                                    \
  TEST(Rounding, name) {                                                                                     \
    for (int trial = 0; trial < kTrials; ++trial) {                                                          \
      type a = randomOperand<type>(), b = randomOperand<type>();                                             \
      RESULTS(type, name, a, b)                                                                              \
      auto operation = [](type p, type q) {                                                                  \
        volatile type x = p, y = q;                                                                          \
        return x operator y;                                                                                 \
      };                                                                                                     \
      expectAsHardware(#name, results, operation, a, b);                                                     \
      if (HasFatalFailure())                                                                                 \
        return;                                                                                              \
    }                                                                                                        \
  }
#define UNARY_TEST(name, type, from, operand, expression)                                                    \
  TEST(Rounding, name) {                                                                                     \
    for (int trial = 0; trial < kTrials; ++trial) {                                                          \
      from a = static_cast<from>(operand);                                                                   \
      RESULTS(type, name, a)                                                                                 \
      auto operation = [](from p) {                                                                          \
        volatile from x = p;                                                                                 \
        return static_cast<type>(expression);                                                                \
      };                                                                                                     \
      expectAsHardware(#name, results, operation, a);                                                        \
      if (HasFatalFailure())                                                                                 \
        return;                                                                                              \
    }                                                                                                        \
  }
// One third nearly cancel.
#define FUSED_TEST(name, type)                                                                               \
  TEST(Rounding, name) {                                                                                     \
    for (int trial = 0; trial < kTrials; ++trial) {                                                          \
      type a = randomOperand<type>(), b = randomOperand<type>();                                             \
      type c = trial % 3 ? randomOperand<type>() : -(a * b);                                                 \
      RESULTS(type, name, a, b, c)                                                                           \
      auto operation = [](type p, type q, type r) {                                                          \
        volatile type x = p, y = q, z = r;                                                                   \
        return std::fma(static_cast<type>(x), static_cast<type>(y), static_cast<type>(z));                   \
      };                                                                                                     \
      expectAsHardware(#name, results, operation, a, b, c);                                                  \
      if (HasFatalFailure())                                                                                 \
        return;                                                                                              \
    }                                                                                                        \
  }

BINARY_TEST(__fadd, float, +)
BINARY_TEST(__fsub, float, -)
BINARY_TEST(__fmul, float, *)
BINARY_TEST(__fdiv, float, /)
BINARY_TEST(__dadd, double, +)
BINARY_TEST(__dsub, double, -)
BINARY_TEST(__dmul, double, *)
BINARY_TEST(__ddiv, double, /)

UNARY_TEST(__frcp, float, float, randomOperand<float>(), 1.0f / x)
UNARY_TEST(__drcp, double, double, randomOperand<double>(), 1.0 / x)
UNARY_TEST(__fsqrt, float, float, randomOperand<float>(), std::sqrt(static_cast<float>(x)))
UNARY_TEST(__dsqrt, double, double, randomOperand<double>(), std::sqrt(static_cast<double>(x)))

FUSED_TEST(__fmaf, float)
FUSED_TEST(__fma, double)

UNARY_TEST(__double2float, float, double,
           trial % 2 ? randomOperand<double>() : randomOperand<float>() * 1.0000001, x)
UNARY_TEST(__int2float, float, int, generator(), x)
UNARY_TEST(__uint2float, float, unsigned int, generator(), x)
UNARY_TEST(__ll2float, float, long long, static_cast<long long>(generator()) >> trial % 64, x)
UNARY_TEST(__ull2float, float, unsigned long long, generator() >> trial % 64, x)
UNARY_TEST(__ll2double, double, long long, static_cast<long long>(generator()) >> trial % 64, x)
UNARY_TEST(__ull2double, double, unsigned long long, generator() >> trial % 64, x)

} // namespace
