// flags: --extended-lambda
// The operators and the functions whose result is exact or correctly rounded have the host's bits.
#include "bits.h"

// The same expression on the device and on the host.
#define COMPARE_AS(result, type, expression)                                                                 \
  compareBits<result>(                                                                                       \
      #expression, operands, [] __device__(type x, type y, type z) -> result { return expression; },         \
      [](type x, type y, type z) -> result { return expression; });
#define COMPARE(type, expression) COMPARE_AS(type, type, expression)

// Results through pointers, packed into the result.
template <typename T> __host__ __device__ T exponentOf(T x) {
  int exponent;
  (void)frexp(x, &exponent);
  return exponent;
}
template <typename T> __host__ __device__ T fractionOf(T x) {
  int exponent;
  return frexp(x, &exponent);
}
template <typename T> __host__ __device__ T wholeOf(T x) {
  T whole;
  (void)modf(x, &whole);
  return whole;
}
template <typename T> __host__ __device__ T restOf(T x) {
  T whole;
  return modf(x, &whole);
}
// C and CUDA promise the sign and the lowest three bits; nothing where the remainder is not a number.
template <typename T> __host__ __device__ T quotientOf(T x, T y) {
  int quotient;
  T rest = remquo(x, y, &quotient);
  return rest == rest && x != 0 ? (quotient < 0 ? -(-quotient & 7) : quotient & 7) : 0;
}
// Signalling NaNs aside, of which clang's host code for AArch64 makes 0.
template <typename T> __host__ __device__ int power(T y) {
  return y != y ? -3000 : y > 3000 ? 3000 : y > -3000 ? static_cast<int>(y) : -3000;
}

template <typename T> void compareAll() {
  Operands<T> operands(4000);
  COMPARE(T, x + y)
  COMPARE(T, x - y)
  COMPARE(T, x * y)
  COMPARE(T, x / y)
  COMPARE(T, 1 / x)
  COMPARE(T, sqrt(x))
  COMPARE(T, fma(x, y, z))
  COMPARE(T, floor(x))
  COMPARE(T, ceil(x))
  COMPARE(T, trunc(x))
  COMPARE(T, round(x))
  COMPARE(T, rint(x))
  COMPARE(T, nearbyint(x))
  COMPARE(T, fabs(x))
  COMPARE(T, copysign(x, y))
  COMPARE(T, fdim(x, y))
  COMPARE(T, fmod(x, y))
  COMPARE(T, remainder(x, y))
  COMPARE(T, quotientOf(x, y))
  COMPARE(T, nextafter(x, y))
  COMPARE(T, logb(x))
  COMPARE_AS(float, T, x != x || x == 0 ? 0.0f : static_cast<float>(ilogb(x)))
  COMPARE(T, ldexp(x, power(y)))
  COMPARE(T, scalbn(x, power(y)))
  COMPARE(T, fractionOf(x))
  COMPARE(T, x - x == 0 ? exponentOf(x) : 0)
  COMPARE(T, wholeOf(x))
  COMPARE(T, restOf(x))
  // Either of two zeros may be the smaller one for the host (see min_and_max_of_zeros), and a signalling NaN, which the
  // addition makes a quiet one, may win over a number.
  COMPARE(T, x == y ? x : fmin(x + 0, y + 0))
  COMPARE(T, x == y ? x : fmax(x + 0, y + 0))
  COMPARE_AS(float, T, (x < y) + 2 * (x <= y) + 4 * (x == y) + 8 * (x != y) + 16 * (x > y) + 32 * (x >= y))
  COMPARE_AS(float, T, (isnan(x) != 0) + 2 * (isinf(x) != 0) + 4 * (isfinite(x) != 0) + 8 * (signbit(x) != 0))
}

int main() {
  compareAll<float>();
  compareAll<double>();
  return verdict();
}
