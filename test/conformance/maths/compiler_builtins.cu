// The compiler's own names of the mathematical functions compute what the functions compute.
#include "../check.h"

#include <cmath>
#include <cstring>

constexpr int kFunctions = 96;

// Pairs of results: by the compiler's name, by the library's.
#define ONE(name)                                                                                            \
  out[i++] = __builtin_##name(x);                                                                            \
  out[i++] = name(x);                                                                                        \
  out[i++] = __builtin_##name##f(static_cast<float>(x));                                                     \
  out[i++] = name##f(static_cast<float>(x));
#define TWO(name)                                                                                            \
  out[i++] = __builtin_##name(x, y);                                                                         \
  out[i++] = name(x, y);                                                                                     \
  out[i++] = __builtin_##name##f(static_cast<float>(x), static_cast<float>(y));                              \
  out[i++] = name##f(static_cast<float>(x), static_cast<float>(y));

__global__ void kernel(const double *xs, const double *ys, double *results, int *counts) {
  const double x = xs[threadIdx.x], y = ys[threadIdx.x];
  double *out = results + threadIdx.x * 2 * kFunctions;
  int i = 0;
  ONE(acosh)
  ONE(asinh) ONE(atanh) ONE(cbrt) ONE(erf) ONE(erfc) ONE(expm1) ONE(lgamma) ONE(log1p) ONE(logb) ONE(tgamma)
      ONE(sin) ONE(exp) ONE(acos) ONE(cosh) ONE(lround) ONE(llrint) ONE(ilogb) TWO(atan2) TWO(fdim) TWO(hypot)
          TWO(nextafter) TWO(remainder) TWO(pow) TWO(fmod) const int n = static_cast<int>(threadIdx.x) - 16;
  out[i++] = __builtin_scalbn(x, n);
  out[i++] = scalbn(x, n);
  out[i++] = __builtin_scalblnf(static_cast<float>(x), n);
  out[i++] = scalblnf(static_cast<float>(x), n);
  double whole, same;
  out[i++] = __builtin_modf(x, &whole) + whole;
  out[i++] = modf(x, &same) + same;
  counts[threadIdx.x] = i;
}

int main() {
  double *xs, *ys, *results;
  int *counts;
  CHECK_CUDA(cudaMallocManaged(&xs, 32 * sizeof(double)));
  CHECK_CUDA(cudaMallocManaged(&ys, 32 * sizeof(double)));
  CHECK_CUDA(cudaMallocManaged(&results, 32 * 2 * kFunctions * sizeof(double)));
  CHECK_CUDA(cudaMallocManaged(&counts, 32 * sizeof(int)));
  for (int i = 0; i < 32; ++i) {
    xs[i] = (i - 12) * 0.37;
    ys[i] = 2.5 - i * 0.21;
  }
  kernel<<<1, 32>>>(xs, ys, results, counts);
  CHECK_LAUNCH();
  for (int thread = 0; thread < 32; ++thread)
    for (int i = 0; i < counts[thread]; i += 2) {
      const double builtin = results[thread * 2 * kFunctions + i],
                   function = results[thread * 2 * kFunctions + i + 1];
      CHECK(std::isnan(builtin) ? std::isnan(function)
                                : std::memcmp(&builtin, &function, sizeof builtin) == 0);
    }
  CHECK_EQ(counts[0], 106);
  return verdict();
}
