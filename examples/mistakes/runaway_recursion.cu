// A recursion that misses its end: from 2 it goes on to 0, and never comes to 1 again.
#include <cstdio>

__device__ int fibonacci(int n) {
  if (n == 1) // should be n <= 1, and return n
    return 1;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

__global__ void fill(int *values) { values[threadIdx.x] = fibonacci(threadIdx.x + 1); }

int main() {
  int *values;
  cudaMalloc(&values, 16 * sizeof(int));
  fill<<<1, 16>>>(values);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
