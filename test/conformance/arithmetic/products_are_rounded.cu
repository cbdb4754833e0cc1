// -fmad=false: a product is rounded before it is added to anything.
// flags: -fmad=false
#include "../check.h"

template <class Real> __global__ void run(Real a, Real b, Real *out) {
  Real square = a * b;
  out[threadIdx.x] = a * b - square;
  out[32 + threadIdx.x] = fma(a, b, -square);
}

template <class Real> void check(Real a, Real b) {
  DeviceArray<Real> out(64);
  run<<<1, 32>>>(a, b, out.get());
  CHECK_LAUNCH();
  std::vector<Real> values = out.host();
  for (int i = 0; i < 32; ++i) {
    CHECK_EQ(values[i], Real(0));
    CHECK(values[32 + i] != 0);
  }
}

int main() {
  check(1.1f, 1.3f);
  check(1.1, 1.3);
  return verdict();
}
