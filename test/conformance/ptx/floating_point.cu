// f32 and f64 in all four roundings, .ftz and .sat; min, max, comparison, copysign, testp; approximations.
#include "../check.h"

#include <cfenv>
#include <cmath>
#include <cstring>

constexpr int kRoundings = 4;
constexpr int kOperations = 6; // add, mul, fma, div, rcp, sqrt

// `each` with the suffix of the template's Rounding.
#define WITH_ROUNDING(each)                                                                                  \
  if constexpr (Rounding == 0) {                                                                             \
    each("rn")                                                                                               \
  } else if constexpr (Rounding == 1) {                                                                      \
    each("rz")                                                                                               \
  } else if constexpr (Rounding == 2) {                                                                      \
    each("rm")                                                                                               \
  } else {                                                                                                   \
    each("rp")                                                                                               \
  }

template <int Rounding> __device__ void round32(float a, float b, float c, float *r) {
#define EACH(suffix)                                                                                         \
  asm("add." suffix ".f32 %0, %1, %2;" : "=f"(r[0]) : "f"(a), "f"(b));                                       \
  asm("mul." suffix ".f32 %0, %1, %2;" : "=f"(r[1]) : "f"(a), "f"(b));                                       \
  asm("fma." suffix ".f32 %0, %1, %2, %3;" : "=f"(r[2]) : "f"(a), "f"(b), "f"(c));                           \
  asm("div." suffix ".f32 %0, %1, %2;" : "=f"(r[3]) : "f"(a), "f"(b));                                       \
  asm("rcp." suffix ".f32 %0, %1;" : "=f"(r[4]) : "f"(a));                                                   \
  asm("sqrt." suffix ".f32 %0, %1;" : "=f"(r[5]) : "f"(a));
  WITH_ROUNDING(EACH)
#undef EACH
}

template <int Rounding>
__device__ void round64(double a, double b, double c, double *r){
#define EACH(suffix)                                                                                         \
  asm("add." suffix ".f64 %0, %1, %2;" : "=d"(r[0]) : "d"(a), "d"(b));                                       \
  asm("mul." suffix ".f64 %0, %1, %2;" : "=d"(r[1]) : "d"(a), "d"(b));                                       \
  asm("fma." suffix ".f64 %0, %1, %2, %3;" : "=d"(r[2]) : "d"(a), "d"(b), "d"(c));                           \
  asm("div." suffix ".f64 %0, %1, %2;" : "=d"(r[3]) : "d"(a), "d"(b));                                       \
  asm("rcp." suffix ".f64 %0, %1;" : "=d"(r[4]) : "d"(a));                                                   \
  asm("sqrt." suffix ".f64 %0, %1;" : "=d"(r[5]) : "d"(a));
    WITH_ROUNDING(EACH)
#undef EACH
}

__global__ void roundings(const float *x, const double *y, float *r, double *s, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  const float *a = x + 3 * i;
  r += i * kRoundings * kOperations;
  round32<0>(a[0], a[1], a[2], r);
  round32<1>(a[0], a[1], a[2], r + kOperations);
  round32<2>(a[0], a[1], a[2], r + 2 * kOperations);
  round32<3>(a[0], a[1], a[2], r + 3 * kOperations);
  const double *b = y + 3 * i;
  s += i * kRoundings * kOperations;
  round64<0>(b[0], b[1], b[2], s);
  round64<1>(b[0], b[1], b[2], s + kOperations);
  round64<2>(b[0], b[1], b[2], s + 2 * kOperations);
  round64<3>(b[0], b[1], b[2], s + 3 * kOperations);
}

template <class Real> Real onHost(int operation, int rounding, Real x, Real y, Real z) {
  const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  volatile Real a = x, b = y, c = z, result;
  std::fesetround(modes[rounding]);
  switch (operation) {
  case 0:
    result = a + b;
    break;
  case 1:
    result = a * b;
    break;
  case 2:
    result = std::fma(a, b, c);
    break;
  case 3:
    result = a / b;
    break;
  case 4:
    result = Real(1) / a;
    break;
  default:
    result = std::sqrt(a);
  }
  std::fesetround(FE_TONEAREST);
  return result;
}

template <class Real> bool same(Real x, Real y) {
  return (x != x && y != y) || std::memcmp(&x, &y, sizeof x) == 0;
}

template <class Real> void compare(const std::vector<Real> &operands, const std::vector<Real> &got) {
  for (std::size_t i = 0; i < operands.size() / 3; ++i)
    for (int rounding = 0; rounding < kRoundings; ++rounding)
      for (int operation = 0; operation < kOperations; ++operation) {
        const Real *a = &operands[3 * i];
        Real result = got[(i * kRoundings + rounding) * kOperations + operation];
        Real want = onHost(operation, rounding, a[0], a[1], a[2]);
        record(same(result, want), __FILE__, __LINE__,
               "operation " + std::to_string(operation) + " in rounding " + std::to_string(rounding) +
                   " of " + textOf(a[0]) + ", " + textOf(a[1]) + ", " + textOf(a[2]) + " gives " +
                   textOf(result) + ", expected " + textOf(want));
      }
}

// Single facts; f is the bits of a float.
__global__ void facts(unsigned *r) {
  auto f = [](unsigned bits) { return __uint_as_float(bits); };
  float x;
  int n = 0;
#define FACT(instruction, ...)                                                                               \
  asm(instruction : "=f"(x) : __VA_ARGS__);                                                                  \
  r[n++] = __float_as_uint(x);
  FACT("add.ftz.f32 %0, %1, %2;", "f"(f(0x007fffff)), "f"(f(0x80000001)))
  FACT("mul.ftz.f32 %0, %1, %2;", "f"(f(0x00800000)), "f"(-0.5f))
  FACT("add.sat.f32 %0, %1, %2;", "f"(0.75f), "f"(0.5f))
  FACT("sub.sat.f32 %0, %1, %2;", "f"(0.5f), "f"(0.75f))
  FACT("mul.sat.f32 %0, %1, %2;", "f"(f(0x7fc00000)), "f"(1.0f))
  FACT("min.f32 %0, %1, %2;", "f"(f(0x7fc00000)), "f"(2.0f))
  FACT("max.NaN.f32 %0, %1, %2;", "f"(f(0x7fc00000)), "f"(2.0f))
  FACT("max.f32 %0, %1, %2;", "f"(-0.0f), "f"(0.0f))
  FACT("min.xorsign.abs.f32 %0, %1, %2;", "f"(-3.0f), "f"(2.0f))
  FACT("copysign.f32 %0, %1, %2;", "f"(-1.0f), "f"(2.5f))
  FACT("slct.f32.s32 %0, %1, %2, -1;", "f"(1.0f), "f"(2.0f))
  FACT("{ .reg .pred p; setp.eq.u32 p, 1, 1; selp.f32 %0, %1, 0f40800000, p; }", "f"(1.0f))
  FACT("set.gt.f32.f32 %0, %1, 1.5;", "f"(2.0f))
  FACT("ex2.approx.f32 %0, %1;", "f"(-3.0f))
  FACT("lg2.approx.f32 %0, %1;", "f"(16.0f))
  FACT("rcp.approx.ftz.f32 %0, %1;", "f"(4.0f))
  FACT("rsqrt.approx.f32 %0, %1;", "f"(16.0f))
  FACT("sqrt.approx.f32 %0, %1;", "f"(9.0f))
  FACT("sin.approx.f32 %0, %1;", "f"(0.0f))
  FACT("cos.approx.f32 %0, %1;", "f"(0.0f))
  FACT("tanh.approx.f32 %0, %1;", "f"(100.0f))
#undef FACT
#define TRUTH(instruction, ...)                                                                              \
  asm("{ .reg .pred p; " instruction " selp.u32 %0, 1, 0, p; }" : "=r"(r[n]) : __VA_ARGS__);                 \
  ++n;
  TRUTH("testp.subnormal.f32 p, %1;", "f"(f(1)))
  TRUTH("testp.finite.f64 p, %1;", "d"(1e300 * 1e300))
  TRUTH("testp.notanumber.f32 p, %1;", "f"(f(0x7fc00000)))
  TRUTH("setp.ne.f32 p, %1, %1;", "f"(f(0x7fc00000)))
  TRUTH("setp.neu.f32 p, %1, %1;", "f"(f(0x7fc00000)))
  TRUTH("setp.num.f32 p, %1, 1.0;", "f"(2.0f))
  TRUTH("setp.lt.ftz.f32 p, %1, %2;", "f"(0.0f), "f"(f(5)))
  TRUTH("setp.ltu.f64 p, %1, 1.0;", "d"(2.0))
#undef TRUTH
}

int main() {
  Random random;
  std::vector<float> x;
  std::vector<double> y;
  const float special[] = {0.0f,   -0.0f,  1.0f,    -1.0f,    3.0f, 1e38f,     -3e38f,
                           1e-38f, 1e-45f, -1e-40f, INFINITY, 0.1f, 1.0000001f};
  for (float a : special)
    for (float b : special)
      for (float c : {b, 1.5f, -a}) {
        x.insert(x.end(), {a, b, c});
        y.insert(y.end(), {a, b * 1e-250, c * 1e100});
      }
  for (int i = 0; i < 500; ++i) {
    double scale = std::ldexp(1.0, static_cast<int>(random.below(60)) - 30);
    for (int j = 0; j < 3; ++j) {
      x.push_back(static_cast<float>(random.between(-1, 1) * scale));
      y.push_back(random.between(-1, 1) * scale);
    }
  }
  const int count = static_cast<int>(x.size() / 3);
  DeviceArray<float> device_x(x), r(static_cast<std::size_t>(count) * kRoundings * kOperations);
  DeviceArray<double> device_y(y), s(static_cast<std::size_t>(count) * kRoundings * kOperations);
  roundings<<<(count + 63) / 64, 64>>>(device_x.get(), device_y.get(), r.get(), s.get(), count);
  CHECK_LAUNCH();
  compare(x, r.host());
  compare(y, s.host());

  const unsigned want[] = {0,          0x80000000, 0x3f800000, 0,          0,          0x40000000,
                           0x7fffffff, 0,          0xc0000000, 0xc0200000, 0x40000000, 0x3f800000,
                           0x3f800000, 0x3e000000, 0x40800000, 0x3e800000, 0x3e800000, 0x40400000,
                           0,          0x3f800000, 0x3f800000, 1,          0,          1,
                           0,          1,          1,          0,          0};
  constexpr std::size_t kFacts = sizeof want / sizeof *want;
  DeviceArray<unsigned> values(kFacts);
  facts<<<1, 1>>>(values.get());
  CHECK_LAUNCH();
  CHECK_SAME(values.host(), std::vector<unsigned>(want, want + kFacts));
  return verdict();
}
