// __host__ __device__ functions, templates and constexpr functions give the same on both sides.
#include "../check.h"

__host__ __device__ unsigned hash(unsigned x) {
  x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
  return x ^ x >> 16;
}
template <typename T> __host__ __device__ T clamp(T value, T low, T high) {
  return value < low ? low : value > high ? high : value;
}
constexpr __host__ __device__ int power(int base, int exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}
__device__ constexpr int kPrimes[5] = {2, 3, 5, 7, 11};
__host__ __device__ inline unsigned all(unsigned x) {
  static_assert(power(3, 4) == 81);
  return hash(x) + clamp(static_cast<int>(x) - 50, -20, 30) + power(x % 5, 3);
}

__global__ void run(unsigned *out) { out[threadIdx.x] = all(threadIdx.x) + kPrimes[threadIdx.x % 5]; }

int main() {
  DeviceArray<unsigned> out(128);
  run<<<1, 128>>>(out.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got = out.host();
  const unsigned primes[5] = {2, 3, 5, 7, 11};
  for (unsigned i = 0; i < 128; ++i)
    CHECK_EQ(got[i], all(i) + primes[i % 5]);
  return verdict();
}
