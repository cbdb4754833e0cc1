// A recursion that does not end where it should: n == 1 is never true for n = 0.
#include <cstdio>

__device__ unsigned long long factorial(int n) {
  if (n == 1)
    return 1;
  return n * factorial(n - 1);
}

__global__ void factorials(unsigned long long *results) {
  results[threadIdx.x] = factorial(threadIdx.x);
}

int main() {
  unsigned long long *results;
  cudaMalloc(&results, 16 * sizeof *results);
  factorials<<<1, 16>>>(results);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
