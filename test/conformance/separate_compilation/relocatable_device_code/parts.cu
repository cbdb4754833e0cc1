#include "shared.h"

__device__ int counters[4];
__constant__ float factor = 1;
__managed__ int managed_total = 1000;
__device__ int helper(int n);

__device__ int bump(int which, int by) { return atomicAdd(&counters[which], by); }
__device__ int recurse(int n) { return n <= 0 ? 0 : helper(n - 1) + 1; }

struct Triangle : Shape {
  __device__ int corners() const override { return 3; }
};
__device__ Shape *makeTriangle(void *memory) { return new (memory) Triangle; }

static __device__ int multiply(int a, int b) { return a * b; }
__device__ Operation operation = multiply;

__global__ void other(int *out) { *out = static_cast<int>(factor) + twice(7); }
void launchOther(int *out) { other<<<1, 1>>>(out); }
void setFactor(float value) { CHECK_CUDA(cudaMemcpyToSymbol(factor, &value, sizeof value)); }
