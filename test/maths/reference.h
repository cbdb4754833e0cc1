// References in MPFR for the functions that it does not have itself.
//
// Results have kPrecision or more. Arguments are floating-point numbers without error.
#ifndef RADDLE_TEST_MATHS_REFERENCE_H
#define RADDLE_TEST_MATHS_REFERENCE_H

#include <mpfr.h>

#include <initializer_list>

struct Precision {
  mpfr_prec_t bits;
};
constexpr Precision kPrecision{140}, kWide{300}, kVeryWide{600};

class Number {
public:
  explicit Number(Precision precision = kPrecision) { mpfr_init2(value_, precision.bits); }
  Number(double x, Precision precision = kPrecision) : Number(precision) { mpfr_set_d(value_, x, MPFR_RNDN); }
  Number(const Number &) = delete;
  Number &operator=(const Number &) = delete;
  ~Number() { mpfr_clear(value_); }
  operator mpfr_ptr() { return value_; }
  operator mpfr_srcptr() const { return value_; }

private:
  mpfr_t value_;
};

// CUDA keeps the sign of zero, MPFR does not.
inline void reciprocalRoot(mpfr_ptr r, mpfr_srcptr x) {
  if (mpfr_zero_p(x))
    mpfr_set_inf(r, mpfr_signbit(x) ? -1 : 1);
  else
    mpfr_rec_sqrt(r, x, MPFR_RNDN);
}

// Exact, so that rounding the result is the only one.
inline void multiplyAdd(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z) {
  mpfr_set_prec(r, 4400);
  mpfr_fma(r, x, y, z, MPFR_RNDN);
}

inline void reciprocalCubeRoot(mpfr_ptr r, mpfr_srcptr x) {
  Number root(kWide);
  mpfr_cbrt(root, x, MPFR_RNDN);
  mpfr_ui_div(r, 1, root, MPFR_RNDN);
}

// sqrt(x^2 + y^2 + ...). Of an infinity and a NaN: infinity, as hypot does it.
inline void norm(mpfr_ptr r, std::initializer_list<mpfr_srcptr> arguments) {
  Number sum(0.0, kVeryWide), square(kVeryWide);
  bool infinite = false;
  for (mpfr_srcptr x : arguments) {
    infinite |= mpfr_inf_p(x) != 0;
    mpfr_sqr(square, x, MPFR_RNDN);
    mpfr_add(sum, sum, square, MPFR_RNDN);
  }
  if (infinite)
    mpfr_set_inf(r, 1);
  else
    mpfr_sqrt(r, sum, MPFR_RNDN);
}

inline void reciprocalNorm(mpfr_ptr r, std::initializer_list<mpfr_srcptr> arguments) {
  Number root(kWide);
  norm(root, arguments);
  mpfr_ui_div(r, 1, root, MPFR_RNDN);
}

inline void scaledErrorComplement(mpfr_ptr r, mpfr_srcptr x) {
  if (!mpfr_number_p(x) || mpfr_cmp_d(x, 2000) > 0) {
    if (mpfr_nan_p(x) || mpfr_sgn(x) < 0) {
      mpfr_abs(r, x, MPFR_RNDN);
      return;
    }
    // 1/(x sqrt(pi)) (1 - 1/(2x^2) + 3/(4x^4) - 15/(8x^6) ...), of which x is so large that few terms are
    // needed.
    Number sum(1.0), term(1.0), twice_square;
    mpfr_sqr(twice_square, x, MPFR_RNDN);
    mpfr_mul_2ui(twice_square, twice_square, 1, MPFR_RNDN);
    for (int n = 1; n < 12; ++n) {
      mpfr_mul_si(term, term, -(2 * n - 1), MPFR_RNDN);
      mpfr_div(term, term, twice_square, MPFR_RNDN);
      mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    Number root;
    mpfr_const_pi(root, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    mpfr_mul(root, root, x, MPFR_RNDN);
    mpfr_div(r, sum, root, MPFR_RNDN);
    return;
  }
  Number square(kVeryWide), power(kVeryWide), complement(kVeryWide);
  mpfr_sqr(square, x, MPFR_RNDN);
  mpfr_exp(power, square, MPFR_RNDN);
  mpfr_erfc(complement, x, MPFR_RNDN);
  mpfr_mul(r, power, complement, MPFR_RNDN);
}

// The y with erfc(y) = x for 0 < x < 2, by Newton's method on log(erfc(y)): nearly a parabola, so that any
// start that is not too far out converges.
inline void inverseErrorComplement(mpfr_ptr r, mpfr_srcptr x) {
  if (mpfr_nan_p(x) || mpfr_sgn(x) < 0 || mpfr_cmp_ui(x, 2) > 0)
    return mpfr_set_nan(r);
  if (mpfr_zero_p(x) || mpfr_cmp_ui(x, 2) == 0)
    return mpfr_set_inf(r, mpfr_zero_p(x) ? 1 : -1);
  Number tail(kWide), y(kWide), value(kWide), step(kWide), root_of_pi(kWide);
  const bool lower = mpfr_cmp_ui(x, 1) > 0;
  mpfr_set(tail, x, MPFR_RNDN);
  if (lower)
    mpfr_ui_sub(tail, 2, tail, MPFR_RNDN); // exact: x > 1
  mpfr_const_pi(root_of_pi, MPFR_RNDN);
  mpfr_sqrt(root_of_pi, root_of_pi, MPFR_RNDN);
  // sqrt(-log(tail)) is an upper bound's order of magnitude.
  mpfr_log(y, tail, MPFR_RNDN);
  mpfr_neg(y, y, MPFR_RNDN);
  mpfr_sqrt(y, y, MPFR_RNDN);
  for (int i = 0; i < 40; ++i) {
    // y += log(erfc(y) / tail) * erfc(y) * sqrt(pi)/2 * exp(y^2)
    mpfr_erfc(value, y, MPFR_RNDN);
    mpfr_div(step, value, tail, MPFR_RNDN);
    mpfr_log(step, step, MPFR_RNDN);
    mpfr_mul(step, step, value, MPFR_RNDN);
    mpfr_mul(step, step, root_of_pi, MPFR_RNDN);
    mpfr_div_2ui(step, step, 1, MPFR_RNDN);
    mpfr_sqr(value, y, MPFR_RNDN);
    mpfr_exp(value, value, MPFR_RNDN);
    mpfr_mul(step, step, value, MPFR_RNDN);
    mpfr_add(y, y, step, MPFR_RNDN);
    if (mpfr_zero_p(step) || mpfr_zero_p(y) || mpfr_get_exp(step) < mpfr_get_exp(y) - 200)
      break;
  }
  lower ? mpfr_neg(r, y, MPFR_RNDN) : mpfr_set(r, y, MPFR_RNDN);
}

// The y with erf(y) = x: by Newton's method near 0, where 1 - x would need as many bits as x is small.
inline void inverseError(mpfr_ptr r, mpfr_srcptr x) {
  if (mpfr_nan_p(x) || mpfr_cmp_ui(x, 1) > 0 || mpfr_cmp_si(x, -1) < 0)
    return mpfr_set_nan(r);
  if (mpfr_zero_p(x)) {
    mpfr_set(r, x, MPFR_RNDN);
    return;
  }
  Number y(kWide), value(kWide), slope(kWide);
  if (mpfr_cmpabs(x, Number(0.5)) > 0) {
    mpfr_ui_sub(y, 1, x, MPFR_RNDN);
    return inverseErrorComplement(r, y);
  }
  mpfr_set(y, x, MPFR_RNDN);
  for (int i = 0; i < 12; ++i) {
    mpfr_erf(value, y, MPFR_RNDN);
    mpfr_sub(value, value, x, MPFR_RNDN);
    mpfr_sqr(slope, y, MPFR_RNDN);
    mpfr_exp(slope, slope, MPFR_RNDN);
    mpfr_mul(value, value, slope, MPFR_RNDN);
    mpfr_const_pi(slope, MPFR_RNDN);
    mpfr_sqrt(slope, slope, MPFR_RNDN);
    mpfr_mul(value, value, slope, MPFR_RNDN);
    mpfr_div_2ui(value, value, 1, MPFR_RNDN);
    mpfr_sub(y, y, value, MPFR_RNDN);
  }
  mpfr_set(r, y, MPFR_RNDN);
}

inline void normalDistribution(mpfr_ptr r, mpfr_srcptr x) {
  Number scaled(kVeryWide), root(2.0, kVeryWide);
  mpfr_sqrt(root, root, MPFR_RNDN);
  mpfr_div(scaled, x, root, MPFR_RNDN);
  mpfr_neg(scaled, scaled, MPFR_RNDN);
  mpfr_erfc(r, scaled, MPFR_RNDN);
  mpfr_div_2ui(r, r, 1, MPFR_RNDN);
}

inline void inverseNormalDistribution(mpfr_ptr r, mpfr_srcptr x) {
  Number twice, root(2.0);
  mpfr_mul_2ui(twice, x, 1, MPFR_RNDN);
  mpfr_sqrt(root, root, MPFR_RNDN);
  mpfr_neg(root, root, MPFR_RNDN);
  inverseErrorComplement(r, twice);
  mpfr_mul(r, r, root, MPFR_RNDN);
}

// Where it is too small even for MPFR, the sign is nobody's promise.
inline void gammaFunction(mpfr_ptr r, mpfr_srcptr x) {
  mpfr_gamma(r, x, MPFR_RNDN);
  if (mpfr_zero_p(r))
    mpfr_set_zero(r, 1);
}

inline void logarithmOfGamma(mpfr_ptr r, mpfr_srcptr x) {
  int sign;
  mpfr_lgamma(r, &sign, x, MPFR_RNDN);
}

// The series of Abramowitz and Stegun 9.6.10; all terms have the same sign.
inline void modifiedBessel(mpfr_ptr r, int order, mpfr_srcptr x) {
  if (!mpfr_number_p(x)) {
    mpfr_set(r, x, MPFR_RNDN);
    if (order == 0)
      mpfr_abs(r, r, MPFR_RNDN);
    return;
  }
  if (mpfr_cmpabs(x, Number(800.0)) > 0)
    return mpfr_set_inf(r, order && mpfr_sgn(x) < 0 ? -1 : 1);
  Number quarter_square, term, sum;
  mpfr_sqr(quarter_square, x, MPFR_RNDN);
  mpfr_div_2ui(quarter_square, quarter_square, 2, MPFR_RNDN);
  mpfr_set_ui(term, 1, MPFR_RNDN);
  if (order)
    mpfr_div_2ui(term, x, 1, MPFR_RNDN);
  mpfr_set(sum, term, MPFR_RNDN);
  for (unsigned k = 1; !mpfr_zero_p(term) && mpfr_get_exp(term) > mpfr_get_exp(sum) - kPrecision.bits - 4;
       ++k) {
    mpfr_mul(term, term, quarter_square, MPFR_RNDN);
    mpfr_div_ui(term, term, k * (k + static_cast<unsigned>(order)), MPFR_RNDN);
    mpfr_add(sum, sum, term, MPFR_RNDN);
  }
  mpfr_set(r, sum, MPFR_RNDN);
}

inline void difference(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
  if (mpfr_nan_p(x) || mpfr_nan_p(y))
    return mpfr_set_nan(r);
  if (mpfr_cmp(x, y) <= 0)
    return mpfr_set_zero(r, 1);
  mpfr_sub(r, x, y, MPFR_RNDN);
}

inline void exponentOf(mpfr_ptr r, mpfr_srcptr x) {
  if (mpfr_nan_p(x))
    mpfr_set_nan(r);
  else if (mpfr_inf_p(x) || mpfr_zero_p(x))
    mpfr_set_inf(r, mpfr_inf_p(x) ? 1 : -1);
  else
    mpfr_set_si(r, mpfr_get_exp(x) - 1, MPFR_RNDN);
}

#endif
