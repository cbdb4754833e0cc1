#include "../common/device.h"
#include "problem.h"

__device__ float normalDistribution(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float tail =
      0.39894228f * expf(-0.5f * d * d) *
      (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

__global__ void blackScholes(float *call, float *put, const float *price, const float *strike,
                             const float *years, float rate, float volatility, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size)
    return;
  float s = price[i], x = strike[i], t = years[i];
  float spread = volatility * sqrtf(t);
  float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
  float d2 = d1 - spread;
  float n1 = normalDistribution(d1), n2 = normalDistribution(d2);
  float discounted = x * expf(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}

struct Program : BlackScholes {
  explicit Program(bool tiny)
      : BlackScholes(tiny), call_(size), put_(size), price_(price), strike_(strike), years_(years) {}
  void run() {
    blackScholes<<<bench::blocksFor(size, 256), 256>>>(call_, put_, price_, strike_, years_, kRate,
                                                       kVolatility, size);
    bench::finish();
  }
  void check() {
    bench::Array<float> call(size), put(size);
    call_.copyTo(call);
    put_.copyTo(put);
    BlackScholes::check(call.data(), put.data());
  }
  bench::DeviceArray<float> call_, put_, price_, strike_, years_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
