// 1 / sqrt(x) against correctly rounded results, for each start that the library knows: the processor's
// estimate, with either way to half of it, and the bits of x.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#ifdef __x86_64__
#include <immintrin.h>
#endif

extern "C" {
float __nv_rsqrtf(float);
double __nv_rsqrt(double);
float __frsqrt_rn(float);

// What the kernel compiler answers the library.
bool __raddle_has_root_estimate();
bool __raddle_is_short_of_multipliers();
float __raddle_root_estimate_f(float);
double __raddle_root_estimate_d(double);
float __raddle_unless_nan_f(float shorter, float full);
double __raddle_unless_nan_d(double shorter, double full);
}

namespace {
enum class Start { kBits, kEstimate, kEstimateWithFewerProducts };
Start start = Start::kBits;
bool forms_agree = true;

// The kernel compiler may choose either form.
template <class T> T chooseFull(T shorter, T full) {
  if (!std::isnan(shorter) && std::memcmp(&shorter, &full, sizeof full) != 0)
    forms_agree = false;
  return full;
}
} // namespace

bool __raddle_has_root_estimate() { return start != Start::kBits; }
bool __raddle_is_short_of_multipliers() { return start == Start::kEstimateWithFewerProducts; }
float __raddle_unless_nan_f(float shorter, float full) { return chooseFull(shorter, full); }
double __raddle_unless_nan_d(double shorter, double full) { return chooseFull(shorter, full); }
#ifdef __x86_64__
__attribute__((target("avx512f"))) float __raddle_root_estimate_f(float x) {
  __m128 in = _mm_set_ss(x);
  return _mm_cvtss_f32(_mm_rsqrt14_ss(in, in));
}
__attribute__((target("avx512f"))) double __raddle_root_estimate_d(double x) {
  __m128d in = _mm_set_sd(x);
  return _mm_cvtsd_f64(_mm_rsqrt14_sd(in, in));
}
#else
float __raddle_root_estimate_f(float) { return NAN; }
double __raddle_root_estimate_d(double) { return NAN; }
#endif

namespace {

class ReciprocalRoot : public testing::TestWithParam<Start> {
protected:
  void SetUp() override {
    start = GetParam();
#ifdef __x86_64__
    if (start != Start::kBits && !__builtin_cpu_supports("avx512f"))
#else
    if (start != Start::kBits)
#endif
      GTEST_SKIP() << "this processor has no such instruction";
  }
  void TearDown() override {
    start = Start::kBits;
    EXPECT_TRUE(forms_agree) << "of a function in two forms, where both are numbers";
    forms_agree = true;
  }
  static double floatBound() { return start == Start::kBits ? 1 : 2; }
};

std::string nameOf(const testing::TestParamInfo<Start> &info) {
  constexpr const char *kNames[] = {"FromBits", "FromEstimate", "FromEstimateWithFewerProducts"};
  return kNames[static_cast<int>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(, ReciprocalRoot,
                         testing::Values(Start::kBits, Start::kEstimate, Start::kEstimateWithFewerProducts),
                         nameOf);

float floatOf(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// In units of the last place; both are positive numbers.
template <class T> double apart(T a, T b) {
  const double ulp = static_cast<double>(std::nextafter(b, std::numeric_limits<T>::infinity()) - b);
  return std::fabs(static_cast<double>(a) - static_cast<double>(b)) / ulp;
}

// Correctly rounded: the double is far more exact than 1 / sqrt(x) can be close to the middle between two
// floats.
float expected(float x) { return static_cast<float>(1 / std::sqrt(static_cast<double>(x))); }

// Multiplying x by 4 halves the result, so these are all cases but those at the ends of the range.
TEST_P(ReciprocalRoot, OfAllFloatsWithinTheBound) {
  double worst = 0;
  std::uint32_t not_rounded = 0;
  for (std::uint32_t bits = 0x3f000000; bits < 0x40000000; ++bits) {
    const float x = floatOf(bits), wanted = expected(x);
    worst = std::max(worst, apart(__nv_rsqrtf(x), wanted));
    not_rounded += __frsqrt_rn(x) != wanted;
  }
  EXPECT_LE(worst, floatBound());
  EXPECT_EQ(not_rounded, 0u);
}

TEST_P(ReciprocalRoot, OfFloatsAtTheEndsOfTheRange) {
  for (std::uint32_t step = 0; step < 0x1000000; step += 257)
    for (std::uint32_t bits : {step + 1, 0x7f7fffff - step}) {
      const float x = floatOf(bits);
      EXPECT_LE(apart(__nv_rsqrtf(x), expected(x)), floatBound()) << x;
      EXPECT_EQ(__frsqrt_rn(x), expected(x)) << x;
    }
}

TEST_P(ReciprocalRoot, OfDoublesWithinOneUlp) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000000; ++i) {
    const std::uint64_t bits = random() >> 1;
    double x;
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x))
      continue;
    ASSERT_LE(apart(__nv_rsqrt(x), static_cast<double>(1 / std::sqrt(static_cast<long double>(x)))), 1) << x;
  }
}

template <class T, class Function> void checkSpecialValues(Function rsqrt) {
  using Limits = std::numeric_limits<T>;
  EXPECT_EQ(rsqrt(T(0)), Limits::infinity());
  EXPECT_EQ(rsqrt(-T(0)), -Limits::infinity());
  EXPECT_EQ(rsqrt(Limits::infinity()), 0);
  EXPECT_FALSE(std::signbit(rsqrt(Limits::infinity())));
  for (T x : {T(-1), -Limits::denorm_min(), -Limits::infinity(), Limits::quiet_NaN()})
    EXPECT_TRUE(std::isnan(rsqrt(x))) << x;
  // The powers of four.
  for (T x = Limits::denorm_min() * (sizeof(T) == sizeof(float) ? 2 : 1); x < Limits::max(); x *= 4)
    EXPECT_EQ(rsqrt(x), 1 / std::sqrt(x)) << x;
}

TEST_P(ReciprocalRoot, OfSpecialValues) {
  checkSpecialValues<float>(__nv_rsqrtf);
  checkSpecialValues<float>(__frsqrt_rn);
  checkSpecialValues<double>(__nv_rsqrt);
}

} // namespace
