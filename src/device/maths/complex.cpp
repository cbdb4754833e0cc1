// Complex products and quotients: what clang calls for the operators of std::complex and _Complex, with the
// treatment of infinities of C's Annex G.

#include "device/maths/exponent.h"

#define DEVICE extern "C"

namespace {

template <class T> struct Parts {
  T real, imaginary;
};

// An infinity becomes 1 with its sign, anything else 0 with its sign.
template <class T> T box(T x) { return __builtin_copysign(T(__builtin_isinf(x) ? 1 : 0), x); }
template <class T> T zeroForNan(T x) { return __builtin_isnan(x) ? __builtin_copysign(T(0), x) : x; }

template <class T> Parts<T> multiply(T a, T b, T c, T d) {
  T ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  Parts<T> result = {ac - bd, ad + bc};
  if (!__builtin_isnan(result.real) || !__builtin_isnan(result.imaginary))
    return result;
  bool recalculate = false;
  if (__builtin_isinf(a) || __builtin_isinf(b)) {
    a = box(a), b = box(b), c = zeroForNan(c), d = zeroForNan(d);
    recalculate = true;
  }
  if (__builtin_isinf(c) || __builtin_isinf(d)) {
    c = box(c), d = box(d), a = zeroForNan(a), b = zeroForNan(b);
    recalculate = true;
  }
  if (!recalculate &&
      (__builtin_isinf(ac) || __builtin_isinf(bd) || __builtin_isinf(ad) || __builtin_isinf(bc))) {
    a = zeroForNan(a), b = zeroForNan(b), c = zeroForNan(c), d = zeroForNan(d);
    recalculate = true;
  }
  constexpr T infinity = __builtin_inf();
  if (recalculate)
    result = {infinity * (a * c - b * d), infinity * (a * d + b * c)};
  return result;
}

// In double, and with the divisor scaled to about 1, nothing overflows on the way.
template <class T> Parts<T> divide(T a, T b, T c, T d) {
  double exponent = exponentAsNumber(__builtin_fmax(__builtin_fabs(c), __builtin_fabs(d)));
  int scale = __builtin_isfinite(exponent) ? -static_cast<int>(exponent) : 0;
  double x = scaled(static_cast<double>(c), scale), y = scaled(static_cast<double>(d), scale);
  double square = x * x + y * y;
  Parts<T> result = {static_cast<T>(scaled((a * x + b * y) / square, scale)),
                     static_cast<T>(scaled((b * x - a * y) / square, scale))};
  if (!__builtin_isnan(result.real) || !__builtin_isnan(result.imaginary))
    return result;
  constexpr T infinity = __builtin_inf();
  if (square == 0 && (!__builtin_isnan(a) || !__builtin_isnan(b))) {
    T signed_infinity = __builtin_copysign(infinity, c);
    return {signed_infinity * a, signed_infinity * b};
  }
  if ((__builtin_isinf(a) || __builtin_isinf(b)) && __builtin_isfinite(c) && __builtin_isfinite(d)) {
    a = box(a), b = box(b);
    return {infinity * (a * c + b * d), infinity * (b * c - a * d)};
  }
  if (__builtin_isinf(exponent) && exponent > 0 && __builtin_isfinite(a) && __builtin_isfinite(b)) {
    c = box(c), d = box(d);
    return {0 * (a * c + b * d), 0 * (b * c - a * d)};
  }
  return result;
}

} // namespace

#define COMPLEX(name, type, operation)                                                                       \
  DEVICE type _Complex name(type a, type b, type c, type d) {                                                \
    Parts<type> result = operation(a, b, c, d);                                                              \
    return __builtin_complex(result.real, result.imaginary);                                                 \
  }

COMPLEX(__mulsc3, float, multiply)
COMPLEX(__muldc3, double, multiply)
COMPLEX(__divsc3, float, divide)
COMPLEX(__divdc3, double, divide)
