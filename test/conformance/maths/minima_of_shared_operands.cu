// A minimum or maximum of a minimum or maximum and of another function of the same two values.
#include "../check.h"

#include <cmath>

template <typename T> __global__ void shared_operands(T *out, const T *in, int n) {
  int i = threadIdx.x;
  T a = in[i % n], b = in[i / n], c = 0.5f;
  T *o = out + i * 8;
  o[0] = fmin(fmin(a, b), copysign(a, b));
  o[1] = fmax(copysign(b, a), fmin(a, b));
  o[2] = fmin(fmax(b, a), fma(a, b, c));
  o[3] = fmax(fma(b, a, c), fmax(a, b));
  o[4] = fmin(fmax(a, b), a * b + c);
  o[5] = fmax(fmax(a, b), fmin(b, a));
  o[6] = fmin(fmin(a, b), b);
  o[7] = fmax(fmin(a, b), a);
}

template <typename T> void test() {
  const std::vector<T> in = {T(-3), T(-0.5), T(-0.0), T(0.0), T(0.25), T(2), T(INFINITY), T(-INFINITY)};
  const int n = static_cast<int>(in.size()), pairs = n * n;
  DeviceArray<T> values(in), out(pairs * 8);
  shared_operands<<<1, pairs>>>(out.get(), values.get(), n);
  CHECK_LAUNCH();
  std::vector<T> got = out.host();
  // -0 is below +0.
  auto least = [](T a, T b) { return a < b || (a == b && std::signbit(a)) ? a : b; };
  auto most = [&](T a, T b) { return least(a, b) == a && !(a == b && std::signbit(b)) ? b : a; };
  for (int i = 0; i < pairs; ++i) {
    T a = in[i % n], b = in[i / n], product = std::fma(a, b, T(0.5));
    if (std::isnan(product))
      continue;
    const T expected[8] = {least(least(a, b), std::copysign(a, b)),
                           most(std::copysign(b, a), least(a, b)),
                           least(most(b, a), product),
                           most(product, most(a, b)),
                           least(most(a, b), product),
                           most(most(a, b), least(b, a)),
                           least(least(a, b), b),
                           most(least(a, b), a)};
    for (int k = 0; k < 8; ++k) {
      CHECK_EQ(got[i * 8 + k], expected[k]);
      CHECK_EQ(std::signbit(got[i * 8 + k]), std::signbit(expected[k]));
    }
  }
}

int main() {
  test<float>();
  test<double>();
  return verdict();
}
