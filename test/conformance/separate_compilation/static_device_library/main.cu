// Device functions and a constant that come from a static library of relocatable device code.
#include "../../check.h"
#include "library/polynomial.h"

__global__ void evaluate(const double *x, double *y) {
  y[threadIdx.x] = polynomial(x[threadIdx.x]) + derivative(x[threadIdx.x]);
}

int main() {
  std::vector<double> x(50), expected(50), slopes(50);
  for (int i = 0; i < 50; ++i) {
    x[i] = i - 20;
    slopes[i] = 2 + 6 * x[i] + 12 * x[i] * x[i];
    expected[i] = 1 + 2 * x[i] + 3 * x[i] * x[i] + 4 * x[i] * x[i] * x[i] + slopes[i];
  }
  DeviceArray<double> device(x), out(50);
  evaluate<<<1, 50>>>(device.get(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
  launchDerivative(device.get(), 50);
  CHECK_LAUNCH();
  CHECK_SAME(device.host(), slopes);
  return verdict();
}
