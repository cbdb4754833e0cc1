// The compilers call libmvec's vector functions.
#include "problem.h"

#pragma omp declare simd
static inline float normalDistribution(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  float tail =
      0.39894228f * std::exp(-0.5f * d * d) *
      (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

struct Program : BlackScholes {
  explicit Program(bool tiny) : BlackScholes(tiny), call_(size), put_(size) {}

  void run() {
    float *call = call_.data(), *put = put_.data();
    const float *price = this->price.data(), *strike = this->strike.data(), *years = this->years.data();
#pragma omp parallel for simd
    for (int i = 0; i < size; ++i) {
      float s = price[i], x = strike[i], t = years[i];
      float spread = kVolatility * std::sqrt(t);
      float d1 = (std::log(s / x) + (kRate + 0.5f * kVolatility * kVolatility) * t) / spread;
      float d2 = d1 - spread;
      float n1 = normalDistribution(d1), n2 = normalDistribution(d2);
      float discounted = x * std::exp(-kRate * t);
      call[i] = s * n1 - discounted * n2;
      put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
    }
  }
  void check() { BlackScholes::check(call_.data(), put_.data()); }
  bench::Array<float> call_, put_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
