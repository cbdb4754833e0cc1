// -ftz=true: in single precision, what is too small to be a normal number is a zero of the same sign, as an operand
// and as a result. Double precision keeps its denormals.
// flags: -ftz=true
#include "../check.h"

#include <cmath>

__global__ void floats(float small, float denormal, float one, float *out) {
  out[0] = small * small;
  out[1] = -small * small;
  out[2] = denormal * one;
  out[3] = fmaf(small, small, 0.0f);
  out[4] = small / 1e10f;
  out[5] = denormal > 0.0f ? 1.0f : 0.0f;
  out[6] = one + small;
  out[7] = rsqrtf(denormal);
}

__global__ void doubles(double small, double *out) {
  out[0] = small * small;
  out[1] = small / 1e300;
}

int main() {
  DeviceArray<float> narrow(8);
  floats<<<1, 1>>>(1e-30f, 1e-40f, 1.0f, narrow.get());
  CHECK_LAUNCH();
  CHECK_SAME(narrow.host(), (std::vector<float>{0, -0.0f, 0, 0, 0, 0, 1, INFINITY}));
  CHECK(std::signbit(narrow.host()[1]));
  CHECK(!std::signbit(narrow.host()[0]));

  DeviceArray<double> wide(2);
  doubles<<<1, 1>>>(1e-155, wide.get());
  CHECK_LAUNCH();
  CHECK(wide.host()[0] > 0);
  CHECK(wide.host()[1] == 0);

  // The host's own arithmetic is not concerned.
  volatile float small = 1e-30f;
  CHECK(small * 1e-10f > 0);
  return verdict();
}
