// Classes in device code: constructors and destructors, operators, inheritance, static members, by value to a
// kernel.
#include "../check.h"

class Complex {
public:
  __host__ __device__ Complex(double re = 0, double im = 0) : re_(re), im_(im) {}
  __host__ __device__ Complex operator*(const Complex &other) const {
    return {re_ * other.re_ - im_ * other.im_, re_ * other.im_ + im_ * other.re_};
  }
  __host__ __device__ Complex &operator+=(const Complex &other) {
    re_ += other.re_, im_ += other.im_;
    return *this;
  }
  __host__ __device__ double norm() const { return re_ * re_ + im_ * im_; }
  __host__ __device__ static int parts() { return kParts; }

private:
  static constexpr int kParts = 2;
  double re_, im_;
};

struct Guard {
  __device__ Guard(int *count) : count(count) { *count += 1; }
  __device__ ~Guard() { *count += 100; }
  int *count;
};

struct Base {
  int base = 5;
  __host__ __device__ int value() const { return base; }
};
struct Derived : Base {
  int own = 7;
  __host__ __device__ int value() const { return Base::value() * own; }
};

__host__ __device__ inline double iterate(Complex c, int steps) {
  Complex z;
  for (int i = 0; i < steps; ++i) {
    z = z * z;
    z += c;
  }
  return z.norm() + Complex::parts();
}

__global__ void run(double *norms, int *counts, Derived derived, Complex c) {
  int t = threadIdx.x;
  norms[t] = iterate(c, t);
  int count = 0;
  {
    Guard guard(&count);
    if (t % 2)
      count += 10;
    else {
      Guard second(&count);
    }
  }
  counts[t] = count + derived.value();
}

int main() {
  DeviceArray<double> norms(6);
  DeviceArray<int> counts(6);
  Derived derived;
  derived.own = 9;
  Complex c(0.25, -0.5);
  run<<<1, 6>>>(norms.get(), counts.get(), derived, c);
  CHECK_LAUNCH();
  std::vector<double> got = norms.host();
  std::vector<int> got_counts = counts.host();
  for (int t = 0; t < 6; ++t) {
    CHECK(fabs(got[t] - iterate(c, t)) < 1e-12);
    CHECK_EQ(got_counts[t], 45 + (t % 2 ? 111 : 202));
  }
  return verdict();
}
