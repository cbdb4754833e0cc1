// The headers go with the C++ library's in every standard, and with calls that are ambiguous when an overload
// is missing, on both sides and under `using namespace std`.
// RUN: %clang_device -std=c++11 -Werror -S -o /dev/null %s
// RUN: %clang_host -std=c++11 -Werror -fsyntax-only %s
// RUN: %clang_device -std=c++17 -Werror -S -o /dev/null %s
// RUN: %clang_host -std=c++17 -Werror -fsyntax-only %s
// RUN: %clang_device -std=c++20 -Werror -S -o /dev/null %s
// RUN: %clang_host -std=c++20 -Werror -fsyntax-only %s
// RUN: %clang_device_sm_60 -std=gnu++14 -Werror -S -o /dev/null %s
// RUN: %clang_host_sm_60 -std=gnu++14 -Werror -fsyntax-only %s
#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>
#if __cplusplus >= 202002L
#include <bit>
#include <ranges>
#include <span>
#endif

using namespace std;

struct Shape {
  __device__ virtual float area(float scale) const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  __device__ float area(float scale) const override { return scale * scale; }
};

template <class T> __host__ __device__ T both(T x, T y) {
  return min(x, y) + max(x, y) + std::min(x, y) + abs(x) + sqrt(x) + std::pow(x, y) + floor(x) + fabs(y);
}

__global__ void device(float *f, double *d, int *i, unsigned long long n) {
  Square square;
  const Shape *shape = &square;
  f[0] = both(f[1], f[2]) + shape->area(f[3]) + max(f[4], 1.0f) + min(d[0], 1.0f) + exp(1) + pow(f[5], 2);
  d[0] = both(d[1], d[2]) + rsqrt(d[3]) + rsqrt(f[6]) + sinpi(d[4]) + erfinv(f[7]) + norm3d(d[0], d[1], d[2]);
  i[0] = min(3, i[1]) + max(3u, 4) + abs(i[2]) + std::max(i[3], 2);
  i[1] = isnan(f[0]) + std::isinf(d[0]) + signbit(f[1]);
  n = max(n, static_cast<unsigned long long>(i[4])) + min(sizeof(int), sizeof(long));
  std::complex<float> c(f[0], f[1]);
  c = c * c / std::complex<float>(2, 1) + exp(c);
  f[0] = abs(c) + real(c);
  memcpy(f, d, 8);
  std::memset(i, 0, n);
  clock_t start = clock();
  printf("%f %ld\n", f[0], static_cast<long>(clock() - start));
  assert(i[0] == 0 && "message");
}

int main() {
  float s, c;
  sincosf(1, &s, &c);
  sincospi(1.0f, &s, &c);
  int a = min(3, 4) + max(3u, 4u);
  double x = both(1.0, 2.0) + both(1.0f, 2.0f) + rsqrtf(4) + rsqrt(2.0) + erfinv(0.5) + norm3df(1, 2, 3);
  x += min(1.0, 2.0f) + exp10(2.0f) + sqrt(2) + pow(2, 3) + abs(-1.5f) + isnan(x) + normcdff(1);
  std::vector<int> v = {3, 1, 2};
  sort(v.begin(), v.end());
  std::thread([] { std::cout << "thread\n"; }).join();
  assert(a > 0);
  return a + static_cast<int>(x) + *max_element(v.begin(), v.end()) + static_cast<int>(clock());
}
