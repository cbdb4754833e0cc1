// -use_fast_math: sinf is __sinf, and so on. Results stay near, and large arguments show the difference.
// flags: -use_fast_math
#include "../check.h"

#include <cmath>

__global__ void run(const float *x, float *named, float *plain) {
  int i = threadIdx.x;
  float v = x[i];
  const float fast[] = {__sinf(v), __cosf(v), __expf(v), __logf(v), __log2f(v), __log10f(v)};
  const float usual[] = {sinf(v), cosf(v), expf(v), logf(v), log2f(v), log10f(v)};
  for (int f = 0; f < 6; ++f) {
    named[i * 6 + f] = fast[f];
    plain[i * 6 + f] = usual[f];
  }
}

int main() {
  std::vector<float> x;
  Random random;
  for (int i = 0; i < 64; ++i)
    x.push_back(static_cast<float>(random.between(0.1, 1.5)));
  DeviceArray<float> in(x), named(64 * 6), plain(64 * 6);
  run<<<1, 64>>>(in.get(), named.get(), plain.get());
  CHECK_LAUNCH();
  CHECK_SAME(plain.host(), named.host());
  std::vector<float> got = plain.host();
  for (int i = 0; i < 64; ++i) {
    CHECK(std::fabs(got[i * 6] - std::sin(x[i])) < 1e-5);
    CHECK(std::fabs(got[i * 6 + 2] - std::exp(x[i])) < 1e-5 * std::exp(x[i]));
  }
  return verdict();
}
