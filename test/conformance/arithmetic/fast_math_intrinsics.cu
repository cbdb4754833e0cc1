// __sinf, __cosf, __expf, __logf, __powf, __fdividef, __saturatef, __frsqrt_rn and others within their
// documented errors.
#include "ulp.h"

__global__ void run(const float *x, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i], positive = fabsf(v) + 0.001f, *row = out + i * 13;
  row[0] = __sinf(v), row[1] = __cosf(v);
  __sincosf(v, &row[2], &row[3]);
  row[4] = __expf(v), row[5] = __exp10f(v), row[6] = __logf(positive), row[7] = __log2f(positive);
  row[8] = __powf(positive, 1.5f), row[9] = __fdividef(v, positive + 1), row[10] = __saturatef(v);
  row[11] = __frsqrt_rn(positive), row[12] = __frcp_rn(positive) + __tanf(v * 0.25f);
}

int main() {
  const int count = 2048;
  Random random;
  std::vector<float> x(count);
  for (float &value : x)
    value = static_cast<float>(random.between(-3.1, 3.1));
  DeviceArray<float> device(x), out(count * 13);
  run<<<16, 128>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<float> got = out.host();
  for (int i = 0; i < count; ++i) {
    double v = x[i], positive = std::fabs(x[i]) + 0.001f;
    const float *row = &got[i * 13];
    auto near = [&](int k, double expected, double absolute, double relative) {
      CHECK(std::fabs(row[k] - expected) <= absolute + relative * std::fabs(expected));
    };
    near(0, std::sin(v), 1e-6, 0);
    near(1, std::cos(v), 1e-6, 0);
    near(2, std::sin(v), 1e-6, 0);
    near(3, std::cos(v), 1e-6, 0);
    near(4, std::exp(v), 0, 1e-6);
    near(5, std::pow(10, v), 0, 3e-6);
    near(6, std::log(positive), 1e-6, 1e-6);
    near(7, std::log2(positive), 1e-6, 1e-6);
    near(8, std::pow(positive, 1.5), 1e-6, 3e-6);
    near(9, v / (static_cast<float>(positive) + 1), 0, 3e-7);
    CHECK_EQ(row[10], x[i] < 0 ? 0.0f : x[i] > 1 ? 1.0f : x[i]);
    CHECK_ULPS(row[11], static_cast<float>(1 / std::sqrt(positive)), 1, "__frsqrt_rn", x[i]);
    near(12, 1 / positive + std::tan(v * 0.25), 2e-6, 1e-6);
  }
  return verdict();
}
