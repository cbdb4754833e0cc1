// Recursive device functions: direct, mutual, deep, and with a different depth in every thread.
#include "../check.h"

__host__ __device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__device__ bool is_odd(int n);
__device__ __noinline__ bool is_even(int n) { return n == 0 ? true : is_odd(n - 1); }
__device__ __noinline__ bool is_odd(int n) { return n == 0 ? false : is_even(n - 1); }

__host__ __device__ int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __noinline__ long long sum_below(int n, const int *values) {
  volatile int here = values[n % 16];
  return n == 0 ? 0 : sum_below(n - 1, values) + here;
}

__global__ void recurse(long long *out, const int *values) {
  int t = threadIdx.x;
  out[t * 4] = fibonacci(t % 15);
  out[t * 4 + 1] = is_even(t);
  out[t * 4 + 2] = ackermann(2, t % 4);
  out[t * 4 + 3] = sum_below(100 + t, values);
}

int main() {
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 64 * 1024));
  const int threads = 70;
  std::vector<int> values(16);
  for (int i = 0; i < 16; ++i)
    values[i] = i * i;
  DeviceArray<int> device(values);
  DeviceArray<long long> out(threads * 4);
  recurse<<<1, threads>>>(out.get(), device.get());
  CHECK_LAUNCH();
  std::vector<long long> got = out.host();
  for (int t = 0; t < threads; ++t) {
    long long sum = 0;
    for (int n = 100 + t; n > 0; --n)
      sum += values[n % 16];
    CHECK_EQ(got[t * 4], fibonacci(t % 15));
    CHECK_EQ(got[t * 4 + 1], t % 2 == 0);
    CHECK_EQ(got[t * 4 + 2], ackermann(2, t % 4));
    CHECK_EQ(got[t * 4 + 3], sum);
  }
  return verdict();
}
