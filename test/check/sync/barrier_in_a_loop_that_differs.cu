// The warps go around differently often.
#include <cuda_runtime.h>

__global__ void steps(int *values) {
#ifdef REPAIRED
  const int rounds = 3;
#else
  const int rounds = threadIdx.x < 32 ? 3 : 2;
#endif
  for (int i = 0; i < rounds; ++i) {
    values[threadIdx.x] += i;
    __syncthreads(); // EXPECT: warning different-barriers
  }
  __syncthreads();
  values[64 + threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  steps<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
