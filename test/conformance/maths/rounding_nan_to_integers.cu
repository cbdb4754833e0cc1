// What is no number, or too large, as a whole number of 64 bits.
#include "../check.h"

#include <climits>
#include <cmath>

__global__ void round_all(long long *out, const double *in) {
  double x = in[threadIdx.x];
  float f = static_cast<float>(x);
  long long *o = out + threadIdx.x * 8;
  o[0] = llrint(x), o[1] = llrintf(f);
  o[2] = llround(x), o[3] = llroundf(f);
  o[4] = lrint(x), o[5] = lrintf(f);
  o[6] = lround(x), o[7] = lroundf(f);
}

int main() {
  const std::vector<double> in = {NAN, -NAN, INFINITY, -INFINITY, 1e30, -1e30, 2.5, -2.5};
  const int n = static_cast<int>(in.size());
  DeviceArray<double> values(in);
  DeviceArray<long long> out(n * 8);
  round_all<<<1, n>>>(out.get(), values.get());
  CHECK_LAUNCH();
  std::vector<long long> got = out.host();
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 8; ++k) {
      const bool to_even = k % 4 < 2;
      long long expected = std::isnan(in[i]) || in[i] < -1e20 ? LLONG_MIN
                           : in[i] > 1e20                     ? LLONG_MAX
                                                              : (in[i] < 0 ? -1 : 1) * (to_even ? 2 : 3);
      CHECK_EQ(got[i * 8 + k], expected);
    }
  return verdict();
}
