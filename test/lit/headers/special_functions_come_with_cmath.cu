// C++17's special functions cost every file a third of its headers; they are there when <cmath> is included, by the
// program or by the C++ library, and only then.
// RUN: %raddlecc -std=c++17 -c %s -o %t.o
// RUN: %raddlecc -std=c++20 -c %s -o %t.o -DBY_RANDOM
// RUN: %raddlecc -std=c++17 -M %s -DNOT_AT_ALL | FileCheck %s
// CHECK-NOT: specfun.h
#ifdef BY_RANDOM
#include <random>
#elif !defined(NOT_AT_ALL)
#include <cmath>
#endif

__global__ void kernel(float *x) { *x = std::sqrt(*x) + std::hypot(*x, 1.0f); }

#ifndef NOT_AT_ALL
double host(double x) { return std::beta(x, 2.0) + std::cyl_bessel_j(0.0, x) + std::hypot(x, 1.0, 2.0); }
#endif

// What nvcc's headers bring with them stays.
double least(double x, double y) {
  double both[2] = {x, y}, copy[2];
  std::copy(both, both + 2, copy);
  std::swap(copy[0], copy[1]);
  return std::min(copy[0], copy[1]) + std::max(x, y) + std::numeric_limits<double>::infinity();
}
