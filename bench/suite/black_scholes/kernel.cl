float normalDistribution(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail =
      0.39894228f * exp(-0.5f * d * d) *
      (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

kernel void blackScholes(global float *call, global float *put, global const float *price,
                         global const float *strike, global const float *years, float rate, float volatility,
                         int size) {
  int i = get_global_id(0);
  if (i >= size)
    return;
  float s = price[i], x = strike[i], t = years[i];
  float spread = volatility * sqrt(t);
  float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / spread;
  float d2 = d1 - spread;
  float n1 = normalDistribution(d1), n2 = normalDistribution(d2);
  float discounted = x * exp(-rate * t);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
