// IEEE arithmetic, bit for bit as on the host: + - * / sqrt fma, denormals, infinities, NaN comparisons. The
// _rn functions are used, so that nothing is contracted.
#include "../check.h"

#include <cmath>
#include <cstring>

template <typename T> struct Results {
  T sum, difference, product, quotient, root, fused;
  int relations;
};

__device__ Results<float> compute(float a, float b, float c) {
  return {__fadd_rn(a, b),
          __fsub_rn(a, b),
          __fmul_rn(a, b),
          __fdiv_rn(a, b),
          __fsqrt_rn(c),
          __fmaf_rn(a, b, c),
          0};
}
__device__ Results<double> compute(double a, double b, double c) {
  return {__dadd_rn(a, b),
          __dsub_rn(a, b),
          __dmul_rn(a, b),
          __ddiv_rn(a, b),
          __dsqrt_rn(c),
          __fma_rn(a, b, c),
          0};
}
template <typename T> __host__ __device__ int relations(T a, T b) {
  return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
}

template <typename T> __global__ void run(const T *values, int count, Results<T> *out) {
  for (int i = blockIdx.x; i < count; i += gridDim.x)
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
      T a = values[i], b = values[j], c = values[(i * 7 + j * 3) % count];
      out[i * count + j] = compute(a, b, c);
      out[i * count + j].relations = relations(a, b);
    }
}

template <typename T> static bool same(T a, T b) {
  return (a != a && b != b) || std::memcmp(&a, &b, sizeof a) == 0;
}

template <typename T> void check(std::vector<T> values, int exponent_bits, int mantissa_bits) {
  Random random;
  while (values.size() < 150) {
    std::uint64_t bits = random.bits();
    if (values.size() % 2) // near one, so that sums round
      bits = (bits & ((1ull << mantissa_bits) - 1)) | ((1ull << (exponent_bits - 1)) - 4 + random.below(8))
                                                          << mantissa_bits;
    T value;
    std::memcpy(&value, &bits, sizeof value);
    values.push_back(value);
  }
  int count = static_cast<int>(values.size());
  DeviceArray<T> device(values);
  DeviceArray<Results<T>> out(count * count);
  run<<<50, 64>>>(device.get(), count, out.get());
  CHECK_LAUNCH();
  std::vector<Results<T>> got = out.host();
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      volatile T a = values[i], b = values[j], c = values[(i * 7 + j * 3) % count];
      const Results<T> &r = got[i * count + j];
      CHECK(same<T>(r.sum, a + b));
      CHECK(same<T>(r.difference, a - b));
      CHECK(same<T>(r.product, a * b));
      CHECK(same<T>(r.quotient, a / b));
      CHECK(same<T>(r.root, std::sqrt(c)));
      CHECK(same<T>(r.fused, std::fma(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c))));
      CHECK_EQ(r.relations, relations<T>(a, b));
    }
}

int main() {
  check<float>({0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN, 1e-45f, -1e-40f, 1.17549435e-38f,
                3.4028235e38f, 0.1f},
               8, 23);
  check<double>({0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, 5e-324, -1e-310, 2.2250738585072014e-308,
                 1.7976931348623157e308, 0.1},
                11, 52);
  return verdict();
}
