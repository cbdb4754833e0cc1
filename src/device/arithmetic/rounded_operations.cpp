// Arithmetic with a stated rounding (include/raddle/device/arithmetic.h).
//
// Each operation is done rounded to nearest, then the sign of the error is found exactly: float operations
// are exact in double, or nearly so; double ones use the error-free transformations of Dekker.
// The library is compiled without contraction, which these depend on.

#include "device/arithmetic/rounding.h"

#define DEVICE extern "C"

namespace {

// x + y - sum, exactly (Dekker). After an overflow, the infinity's opposite.
template <class T> T sumError(T x, T y, T sum) {
  if (__builtin_isinf(sum))
    return __builtin_isinf(x) || __builtin_isinf(y) ? 0 : -sum;
  bool x_larger = __builtin_fabs(x) > __builtin_fabs(y);
  T large = x_larger ? x : y, small = x_larger ? y : x;
  return small - (sum - large);
}

template <Rounding rounding, class T> T add(T x, T y) {
  T sum = x + y;
  return roundedSum<rounding>(sum, sumError(x, y, sum), x, y);
}

// The sign of x * y, free of underflow.
double productSign(double x, double y) {
  return x == 0 || y == 0 ? 0 : __builtin_copysign(1.0, x) * __builtin_copysign(1.0, y);
}

template <Rounding rounding> float multiply(float x, float y) {
  double exact = static_cast<double>(x) * y;
  float product = static_cast<float>(exact);
  return rounded<rounding>(product, exact - product);
}

template <Rounding rounding> double multiply(double x, double y) {
  double product = x * y;
  double lost;
  if (__builtin_fabs(product) > 0x1p-900) {
    lost = __builtin_fma(x, y, -product);
  } else if (product == 0) {
    // Zero, or underflow: then only the sign is left.
    lost = productSign(x, y);
  } else {
    // Scaled, so that the error does not underflow. The smaller factor is below 2^-400.
    bool x_smaller = __builtin_fabs(x) < __builtin_fabs(y);
    double small = x_smaller ? x : y, large = x_smaller ? y : x;
    lost = __builtin_fma(small * 0x1p+600, large, -product * 0x1p+600);
  }
  return rounded<rounding>(product, lost);
}

// The sign of x/y - quotient is that of (x - quotient * y) / y.
template <Rounding rounding> float divide(float x, float y) {
  float quotient = x / y;
  double rest = static_cast<double>(x) - static_cast<double>(quotient) * y;
  return rounded<rounding>(quotient, __builtin_signbit(y) ? -rest : rest);
}

template <Rounding rounding> double divide(double x, double y) {
  double quotient = x / y;
  // Scaled where the rest could underflow; then the quotient is too small to overflow.
  double scale = __builtin_fabs(x) < 0x1p-900 ? 0x1p+200 : 1;
  double rest = __builtin_fma(-quotient * scale, y, x * scale);
  return rounded<rounding>(quotient, __builtin_signbit(y) ? -rest : rest);
}

template <Rounding rounding> float squareRoot(float x) {
  float root = __builtin_sqrtf(x);
  return rounded<rounding>(root, static_cast<double>(x) - static_cast<double>(root) * root);
}

template <Rounding rounding> double squareRoot(double x) {
  double root = __builtin_sqrt(x);
  double scale = x < 0x1p-900 ? 0x1p+100 : 1;
  return rounded<rounding>(root, __builtin_fma(-root * scale, root * scale, x * scale * scale));
}

template <Rounding rounding> float multiplyAdd(float x, float y, float z) {
  double product = static_cast<double>(x) * y;
  double sum = product + z;
  float nearest = __builtin_fmaf(x, y, z);
  double lost = (sum - nearest) + sumError(product, static_cast<double>(z), sum);
  bool negative_product = __builtin_signbit(product);
  return roundedSum<rounding>(nearest, lost, negative_product ? -0.0f : 0.0f, z);
}

// The sign of a sum, exactly: the terms are added one by one to an expansion of non-overlapping parts, whose
// largest one tells (Shewchuk).
double signOfSum(const double (&terms)[4]) {
  double parts[4];
  int count = 0;
  for (double term : terms) {
    for (int i = 0; i < count; ++i) {
      double sum = term + parts[i];
      parts[i] = sumError(term, parts[i], sum);
      term = sum;
    }
    parts[count++] = term;
  }
  while (--count > 0)
    if (parts[count] != 0)
      break;
  return parts[count];
}

double sumOfProductLost(double x, double y, double z, double nearest) {
  double product = x * y;
  return signOfSum({product, __builtin_fma(x, y, -product), z, -nearest});
}

// What rounding x * y + z to `nearest`, which is finite, lost: x * y + z - nearest.
double multiplyAddLost(double x, double y, double z, double nearest) {
  double product = x * y;
  // z brought the result back from an overflow: all at a quarter.
  if (__builtin_isinf(product))
    return sumOfProductLost(x / 4, y, z / 4, nearest / 4);
  if (__builtin_fabs(product) > 0x1p-900)
    return sumOfProductLost(x, y, z, nearest);
  // The product's error would underflow: all scaled up, unless the product is negligible beside z.
  bool x_smaller = __builtin_fabs(x) < __builtin_fabs(y);
  double small = (x_smaller ? x : y) * 0x1p+700, large = x_smaller ? y : x;
  if (__builtin_fabs(z) > 0x1p-800 || __builtin_fabs(small * large) < 0x1p-700)
    return productSign(x, y);
  return sumOfProductLost(small, large, z * 0x1p+700, nearest * 0x1p+700);
}

template <Rounding rounding> double multiplyAdd(double x, double y, double z) {
  double nearest = __builtin_fma(x, y, z);
  double lost;
  if (__builtin_isinf(nearest))
    lost = __builtin_isinf(x) || __builtin_isinf(y) || __builtin_isinf(z) ? 0 : -nearest;
  else
    lost = multiplyAddLost(x, y, z, nearest);
  bool negative_product = __builtin_signbit(x) != __builtin_signbit(y);
  return roundedSum<rounding>(nearest, lost, negative_product ? -0.0 : 0.0, z);
}

} // namespace

#define ARITHMETIC(suffix, rounding)                                                                         \
  DEVICE float __fadd_##suffix(float x, float y) { return add<rounding>(x, y); }                             \
  DEVICE float __fsub_##suffix(float x, float y) { return add<rounding>(x, -y); }                            \
  DEVICE float __fmul_##suffix(float x, float y) { return multiply<rounding>(x, y); }                        \
  DEVICE float __fdiv_##suffix(float x, float y) { return divide<rounding>(x, y); }                          \
  DEVICE float __frcp_##suffix(float x) { return divide<rounding>(1.0f, x); }                                \
  DEVICE float __fsqrt_##suffix(float x) { return squareRoot<rounding>(x); }                                 \
  DEVICE float __fmaf_##suffix(float x, float y, float z) { return multiplyAdd<rounding>(x, y, z); }         \
  DEVICE float __fmaf_ieee_##suffix(float x, float y, float z) { return multiplyAdd<rounding>(x, y, z); }    \
  DEVICE double __dadd_##suffix(double x, double y) { return add<rounding>(x, y); }                          \
  DEVICE double __dsub_##suffix(double x, double y) { return add<rounding>(x, -y); }                         \
  DEVICE double __dmul_##suffix(double x, double y) { return multiply<rounding>(x, y); }                     \
  DEVICE double __ddiv_##suffix(double x, double y) { return divide<rounding>(x, y); }                       \
  DEVICE double __drcp_##suffix(double x) { return divide<rounding>(1.0, x); }                               \
  DEVICE double __dsqrt_##suffix(double x) { return squareRoot<rounding>(x); }                               \
  DEVICE double __fma_##suffix(double x, double y, double z) { return multiplyAdd<rounding>(x, y, z); }

// To nearest, all of the above folds to the plain operation.
ARITHMETIC(rn, Rounding::Nearest)
ARITHMETIC(rz, Rounding::Zero)
ARITHMETIC(ru, Rounding::Up)
ARITHMETIC(rd, Rounding::Down)

DEVICE float __saturatef(float x) { return x > 0 ? __builtin_fminf(x, 1) : 0; }
