// Prices of European options by the formula of Black and Scholes; the normal distribution by the polynomial
// 26.2.17 of Abramowitz and Stegun.
#ifndef RADDLE_BENCH_BLACK_SCHOLES_H
#define RADDLE_BENCH_BLACK_SCHOLES_H

#include "../common/harness.h"

struct BlackScholes {
  static constexpr const char *kUnit = "M/s";
  static constexpr float kRate = 0.02f, kVolatility = 0.30f;

  explicit BlackScholes(bool tiny) : size(tiny ? 5000 : 1 << 20), price(size), strike(size), years(size) {
    bench::Random random;
    for (int i = 0; i < size; ++i) {
      price[i] = random.uniform(5, 30);
      strike[i] = random.uniform(1, 100);
      years[i] = random.uniform(0.25f, 10);
    }
  }
  double work() const { return 1e-6 * size; }
  void check(const float *call, const float *put) const {
    for (int i = 0; i < size; ++i) {
      double root = std::sqrt(double(years[i])), spread = double(kVolatility) * root;
      double d1 =
          (std::log(double(price[i]) / strike[i]) + (kRate + 0.5 * kVolatility * kVolatility) * years[i]) /
          spread;
      double discounted = strike[i] * std::exp(-double(kRate) * years[i]);
      double n1 = 0.5 * std::erfc(-d1 * M_SQRT1_2), n2 = 0.5 * std::erfc((spread - d1) * M_SQRT1_2);
      bench::requireNear("call", i, call[i], price[i] * n1 - discounted * n2, 1e-4);
      bench::requireNear("put", i, put[i], discounted * (1 - n2) - price[i] * (1 - n1), 1e-4);
    }
  }

  int size;
  bench::Array<float> price, strike, years;
};

#endif
