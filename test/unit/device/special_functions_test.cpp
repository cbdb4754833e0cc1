// Functions that libm lacks, against libm in extended precision or against their own inverses.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

extern "C" {
double __nv_erfinv(double), __nv_erfcinv(double), __nv_erfcx(double);
double __nv_normcdf(double), __nv_normcdfinv(double);
double __nv_sinpi(double), __nv_cospi(double), __nv_rsqrt(double), __nv_norm(int, const double *);
double __nv_cyl_bessel_i0(double), __nv_cyl_bessel_i1(double);
double __nv_rcbrt(double);
float __nv_sinpif(float);
double _Complex __divdc3(double, double, double, double);
double _Complex __muldc3(double, double, double, double);
}

namespace {

constexpr long double kPi = 3.14159265358979323846264338327950288L;

void expectClose(double value, long double expected, double relative, double x) {
  EXPECT_LE(std::fabs(value - expected), relative * std::fabs(expected)) << "at " << x;
}

TEST(SpecialFunctions, InverseErrorFunctions) {
  for (double y = 0.001; y < 1; y += 0.001)
    expectClose(__nv_erfinv(std::erf(y)), y, 1e-15, y);
  for (double y = 0.5; y < 26; y += 0.01)
    expectClose(__nv_erfcinv(std::erfc(y)), y, 1e-15, y);
  for (double y = -37; y < -0.1; y += 0.01)
    expectClose(__nv_normcdfinv(__nv_normcdf(y)), y, 5e-15, y);
  EXPECT_EQ(__nv_erfinv(1e-300), 1e-300 * std::sqrt(static_cast<double>(kPi)) / 2);
  EXPECT_TRUE(std::signbit(__nv_erfinv(-0.0)));
  EXPECT_EQ(__nv_erfinv(-1), -INFINITY);
  EXPECT_EQ(__nv_erfcinv(0), INFINITY);
  EXPECT_TRUE(std::isnan(__nv_erfinv(1.5)));
}

// Distance in units of the last place of a double with the expected value.
long double ulps(double value, long double expected) {
  double rounded = std::fabs(static_cast<double>(expected));
  return std::fabs(value - expected) / (std::nextafter(rounded, INFINITY) - rounded);
}

TEST(SpecialFunctions, ReciprocalCubeRoot) {
  for (double x = 0x1p-1020; x < 1e300; x *= 1.37) {
    EXPECT_LE(ulps(__nv_rcbrt(x), 1 / std::cbrt(static_cast<long double>(x))), 0.502) << x;
    EXPECT_EQ(__nv_rcbrt(-x), -__nv_rcbrt(x));
  }
}

TEST(SpecialFunctions, ScaledComplementaryErrorFunction) {
  for (double x = -5; x < 26; x += 0.01) {
    long double y = x;
    expectClose(__nv_erfcx(x), std::exp(y * y) * std::erfc(y), 2e-15, x);
  }
  EXPECT_EQ(__nv_erfcx(-30), INFINITY);
  expectClose(__nv_erfcx(1e200), 1 / (1e200L * std::sqrt(kPi)), 1e-15, 1e200);
}

TEST(SpecialFunctions, TrigonometryOfHalfTurns) {
  for (double x = -3; x < 3; x += 0.001) {
    EXPECT_NEAR(__nv_sinpi(x), static_cast<double>(std::sin(kPi * x)), 2.3e-16) << x;
    EXPECT_NEAR(__nv_cospi(x), static_cast<double>(std::cos(kPi * x)), 2.3e-16) << x;
  }
  EXPECT_EQ(__nv_sinpi(1e15 + 0.5), 1);
  EXPECT_EQ(__nv_cospi(0.5), 0);
  EXPECT_EQ(__nv_sinpif(-1.5f), 1);
  EXPECT_TRUE(std::isnan(__nv_sinpi(INFINITY)));
}

TEST(SpecialFunctions, BesselFunctions) {
  for (double x = 0.01; x < 100; x += 0.1) {
    expectClose(__nv_cyl_bessel_i0(x), std::cyl_bessel_i(0.0L, static_cast<long double>(x)), 2e-15, x);
    expectClose(__nv_cyl_bessel_i1(-x), -std::cyl_bessel_i(1.0L, static_cast<long double>(x)), 2e-15, x);
  }
}

TEST(SpecialFunctions, NormsDoNotOverflow) {
  const double large[] = {3e200, 4e200}, infinite[] = {NAN, INFINITY};
  EXPECT_DOUBLE_EQ(__nv_norm(2, large), 5e200);
  EXPECT_EQ(__nv_norm(2, infinite), INFINITY);
  EXPECT_EQ(__nv_rsqrt(4), 0.5);
}

TEST(Complex, QuotientsAndInfinities) {
  auto parts = [](double _Complex z) { return std::complex<double>(__real__ z, __imag__ z); };
  std::complex<double> quotient = parts(__divdc3(1, 2, 3, 4));
  EXPECT_DOUBLE_EQ(quotient.real(), 0.44);
  EXPECT_DOUBLE_EQ(quotient.imag(), 0.08);
  EXPECT_EQ(parts(__divdc3(1e300, 1e300, 1e300, 1e300)), std::complex<double>(1, 0));
  EXPECT_EQ(parts(__divdc3(1, 1, INFINITY, 1)), std::complex<double>(0, 0));
  EXPECT_EQ(parts(__divdc3(1, 1, 0, 0)), std::complex<double>(INFINITY, INFINITY));
  EXPECT_EQ(parts(__muldc3(INFINITY, NAN, 2, 1)), std::complex<double>(INFINITY, INFINITY));
}

} // namespace
