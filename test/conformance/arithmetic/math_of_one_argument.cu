// The float and double functions of one argument stay within CUDA's documented error bounds.
#include "ulp.h"

constexpr int kArguments = 2000;

#define FUNCTION(name, float_ulps, double_ulps, low, high, reference)                                        \
  struct Device_##name {                                                                                     \
    __device__ float operator()(float x) const { return name##f(x); }                                        \
    __device__ double operator()(double x) const { return name(x); }                                         \
  };
#include "math_functions.def"
#undef FUNCTION

template <typename T, typename Function> __global__ void evaluate(const T *x, T *y, Function function) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kArguments)
    y[i] = function(x[i]);
}

// sin(pi x) and cos(pi x), which the C library lacks: reduced exactly before pi comes in.
template <typename Wide> Wide sinOfPiTimes(Wide x) {
  const Wide pi = 3.14159265358979323846264338327950288L;
  Wide rest = std::remainder(x, Wide(2));
  return std::fabs(rest) > Wide(0.5) ? std::copysign(std::sin((1 - std::fabs(rest)) * pi), rest)
                                     : std::sin(rest * pi);
}
template <typename Wide> Wide cosOfPiTimes(Wide x) {
  return sinOfPiTimes(Wide(0.5) - std::fabs(std::remainder(x, Wide(2))));
}

// Wide is the type in which the host computes: one step wider than T.
template <typename T, typename Wide, typename Function, typename Reference>
void check(const char *name, double bound, double low, double high, Function function, Reference reference) {
  Random random;
  std::vector<T> x(kArguments);
  for (int i = 0; i < kArguments; ++i) {
    // Half of the arguments evenly, half over the magnitudes where the domain is wide and positive.
    bool logarithmic = i % 2 && low > 0 && high / low > 1000;
    x[i] = static_cast<T>(logarithmic ? std::exp(random.between(std::log(low), std::log(high)))
                                      : random.between(low, high));
  }
  DeviceArray<T> device(x), out(kArguments);
  evaluate<<<(kArguments + 127) / 128, 128>>>(device.get(), out.get(), function);
  CHECK_LAUNCH();
  std::vector<T> got = out.host();
  for (int i = 0; i < kArguments; ++i)
    CHECK_ULPS(got[i], static_cast<T>(reference(static_cast<Wide>(x[i]))), bound, name, x[i]);
}

int main() {
#define FUNCTION(name, float_ulps, double_ulps, low, high, reference)                                        \
  check<float, double>(#name "f", float_ulps, low, high, Device_##name{},                                    \
                       [](double x) { return reference; });                                                  \
  check<double, long double>(#name, double_ulps, low, high, Device_##name{},                                 \
                             [](long double x) { return reference; });
#include "math_functions.def"
  return verdict();
}
