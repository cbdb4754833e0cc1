// A width of 10, known to the compiler.
#include <cuda_runtime.h>

__global__ void sum(int *values) {
#ifdef REPAIRED
  const int width = 8;
#else
  const int width = 10;
#endif
  values[threadIdx.x] = __shfl_xor_sync(0xffffffff, static_cast<int>(threadIdx.x), 1, width); // EXPECT: error invalid-width
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
