// flags: --extended-lambda
// Sums, products, quotients, roots and fused multiply-adds in all four rounding directions, float and double, have
// exactly the bits that the host's processor computes in that rounding mode.
#include "bits.h"

#include <cfenv>

// Volatile, so that the compiler neither computes ahead nor moves it out of the rounding mode.
template <typename T, typename Operation> T inMode(int mode, Operation operation, T x, T y, T z) {
  volatile T a = x, b = y, c = z;
  std::fesetround(mode);
  volatile T result = operation(a, b, c);
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename T> struct Host {
  static T add(T x, T y, T) { return x + y; }
  static T sub(T x, T y, T) { return x - y; }
  static T mul(T x, T y, T) { return x * y; }
  static T div(T x, T y, T) { return x / y; }
  static T rcp(T x, T, T) { return volatile_one / x; }
  static T sqrt(T x, T, T) { return std::sqrt(x); }
  static T fma(T x, T y, T z) { return std::fma(x, y, z); }
  static volatile T volatile_one;
};
template <typename T> volatile T Host<T>::volatile_one = 1;

#define COMPARE(type, device_name, operation, suffix, mode, ...)                                             \
  compareBits<type>(                                                                                         \
      #device_name "_" #suffix, operands,                                                                    \
      [] __device__(type x, type y, type z) { return device_name##_##suffix(__VA_ARGS__); },                 \
      [](type x, type y, type z) { return inMode<type>(mode, Host<type>::operation, x, y, z); });
#define IN_ALL_MODES(type, device_name, operation, ...)                                                      \
  COMPARE(type, device_name, operation, rn, FE_TONEAREST, __VA_ARGS__)                                       \
  COMPARE(type, device_name, operation, rz, FE_TOWARDZERO, __VA_ARGS__)                                      \
  COMPARE(type, device_name, operation, ru, FE_UPWARD, __VA_ARGS__)                                          \
  COMPARE(type, device_name, operation, rd, FE_DOWNWARD, __VA_ARGS__)

int main() {
  {
    Operands<float> operands(3000);
    IN_ALL_MODES(float, __fadd, add, x, y)
    IN_ALL_MODES(float, __fsub, sub, x, y)
    IN_ALL_MODES(float, __fmul, mul, x, y)
    IN_ALL_MODES(float, __fdiv, div, x, y)
    IN_ALL_MODES(float, __frcp, rcp, x)
    IN_ALL_MODES(float, __fsqrt, sqrt, x)
    IN_ALL_MODES(float, __fmaf, fma, x, y, z)
    // The division and the root are correctly rounded in double, and once more here: twice as many bits make that right.
    compareBits<float>(
        "__frsqrt_rn", operands, [] __device__(float x, float, float) { return __frsqrt_rn(x); },
        [](float x, float, float) { return static_cast<float>(1 / std::sqrt(static_cast<double>(x))); });
  }
  {
    Operands<double> operands(3000);
    IN_ALL_MODES(double, __dadd, add, x, y)
    IN_ALL_MODES(double, __dsub, sub, x, y)
    IN_ALL_MODES(double, __dmul, mul, x, y)
    IN_ALL_MODES(double, __ddiv, div, x, y)
    IN_ALL_MODES(double, __drcp, rcp, x)
    IN_ALL_MODES(double, __dsqrt, sqrt, x)
    IN_ALL_MODES(double, __fma, fma, x, y, z)
  }
  return verdict();
}
