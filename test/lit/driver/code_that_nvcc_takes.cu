// What nvcc compiles with a warning at most, and clang by itself would refuse. Lines stay where they are.
// RUN: %raddlecc -o %t %s && %t
// RUN: not %raddlecc -DWRONG -o %t %s 2>&1 | FileCheck %s
#include <cstdio>

// Declared for the device and defined without, and the other ways round.
__host__ __device__ int declaredForBoth(int x);
__device__ int declaredForBoth(int x) { return x + 1; }
__device__ int definedForBoth(int x);
__host__ __device__ int definedForBoth(int x) { return x + 2; }
struct Counter {
  __device__ int onDevice(int x);
  int marked(int x);
  __host__ __device__ int both(int x);
};
int Counter::onDevice(int x) { return x + 4; }
__device__ int Counter::marked(int x) { return x + 8; }
int Counter::both(int x) { return x + 16; }

// The template keyword left out before a dependent name.
struct Adder {
  template <int N> static __device__ int add(int x) { return x + N; }
};
template <class T> __device__ int addThirtyTwo(int x) { return T::add<32>(x); }

// To gcc a logarithm is a constant.
__device__ constexpr float inverseLog() { return 1.0f / ::log(2.0f); }

__global__ void kernel(int *out) {
  register int sum = declaredForBoth(definedForBoth(0));
  Counter counter;
  sum = counter.both(counter.marked(counter.onDevice(sum)));
  sum += inverseLog() < 1.0f;
#pragma unroll
  sum = addThirtyTwo<Adder>(sum);
#pragma unroll -1
  for (int i = 0; i < 2; ++i)
    sum += i == 2;
#ifdef WRONG
  // CHECK: code_that_nvcc_takes.cu:[[#@LINE+1]]:10: error: use of undeclared identifier 'unknown'
  *out = unknown;
#endif
  *out = sum;
}

__global__ void narrow(dim3 *out, int n) {
  dim3 grid{n, n / 2};
  *out = grid;
}

int main() {
  int *out = nullptr;
  cudaMallocManaged(&out, sizeof *out);
  // A formatter has been here.
  kernel << <1, 1 >> > (out);
  cudaDeviceSynchronize();
  // GNU's keywords, unless -std asks for a standard.
  const typeof(*out) result = *out;
  std::printf("%d\n", result);
  return result != 63;
}
