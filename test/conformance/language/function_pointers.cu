// Device function pointers: a device table, chosen per thread; fetched by the host and passed to a kernel.
#include "../check.h"

using Operation = int (*)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
template <int kShift> __device__ int shift(int a, int b) { return (a << kShift) + b; }

__device__ Operation table[4] = {add, subtract, multiply, shift<3>};
__device__ Operation chosen = multiply;
__constant__ Operation constant_table[2] = {subtract, add};

__device__ __noinline__ int apply(Operation operation, int a, int b) { return operation(a, b); }

__global__ void from_table(int *out) { out[threadIdx.x] = table[threadIdx.x % 4](threadIdx.x, 5); }
__global__ void from_parameter(int *out, Operation operation) {
  out[threadIdx.x] = apply(operation, threadIdx.x, 7);
}
__global__ void from_local(int *out) {
  Operation local = threadIdx.x & 1 ? add : constant_table[threadIdx.x / 2 % 2];
  out[threadIdx.x] = apply(local, threadIdx.x, 1) + (local == add ? 1000 : 0);
}

int main() {
  DeviceArray<int> out(64);
  from_table<<<1, 64>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int t = 0; t < 64; ++t) {
    int expected[4] = {t + 5, t - 5, t * 5, (t << 3) + 5};
    CHECK_EQ(got[t], expected[t % 4]);
  }
  Operation operation = nullptr;
  CHECK_CUDA(cudaMemcpyFromSymbol(&operation, chosen, sizeof operation));
  from_parameter<<<1, 64>>>(out.get(), operation);
  CHECK_LAUNCH();
  got = out.host();
  for (int t = 0; t < 64; ++t)
    CHECK_EQ(got[t], t * 7);
  from_local<<<1, 64>>>(out.get());
  CHECK_LAUNCH();
  got = out.host();
  for (int t = 0; t < 64; ++t) {
    bool adds = t & 1 || t / 2 % 2;
    CHECK_EQ(got[t], adds ? t + 1 + 1000 : t - 1);
  }
  return verdict();
}
