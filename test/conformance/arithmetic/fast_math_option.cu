// -use_fast_math: sinf is __sinf, and so on, also by their names in C++. Results stay near the exact ones.
// flags: -use_fast_math
#include "../check.h"

#include <cmath>

constexpr int kFunctions = 15;

__global__ void run(const float *x, float *named, float *plain) {
  int i = threadIdx.x;
  float v = x[i], fast_sine, fast_cosine, sine, cosine;
  __sincosf(v, &fast_sine, &fast_cosine);
  sincosf(v, &sine, &cosine);
  const float fast[kFunctions] = {__sinf(v),   __expf(v),        __cosf(v),   __tanf(v),       __exp10f(v),
                                  __logf(v),   __log2f(v),       __log10f(v), __powf(v, 7.3f), fast_sine,
                                  fast_cosine, __powf(v, -2.1f), __tanf(v),   __expf(v),       __log10f(v)};
  const float usual[kFunctions] = {sinf(v),       expf(v),     cosf(v),      tanf(v),
                                   exp10f(v),     logf(v),     log2f(v),     log10f(v),
                                   powf(v, 7.3f), sine,        cosine,       std::pow(v, -2.1f),
                                   std::tan(v),   std::exp(v), std::log10(v)};
  for (int f = 0; f < kFunctions; ++f) {
    named[i * kFunctions + f] = fast[f];
    plain[i * kFunctions + f] = usual[f];
  }
}

int main() {
  std::vector<float> x;
  Random random;
  for (int i = 0; i < 64; ++i)
    x.push_back(static_cast<float>(random.between(0.1, 1.5)));
  DeviceArray<float> in(x), named(64 * kFunctions), plain(64 * kFunctions);
  run<<<1, 64>>>(in.get(), named.get(), plain.get());
  CHECK_LAUNCH();
  CHECK_SAME(plain.host(), named.host());
  std::vector<float> got = plain.host();
  for (int i = 0; i < 64; ++i) {
    const float *row = &got[i * kFunctions];
    CHECK(std::fabs(row[0] - std::sin(x[i])) < 1e-5);
    CHECK(std::fabs(row[1] - std::exp(x[i])) < 1e-5 * std::exp(x[i]));
    CHECK(std::fabs(row[3] - std::tan(x[i])) < 1e-4 * std::tan(x[i]));
    CHECK(std::fabs(row[8] - std::pow(x[i], 7.3)) < 1e-4 * std::pow(x[i], 7.3));
  }
  return verdict();
}
