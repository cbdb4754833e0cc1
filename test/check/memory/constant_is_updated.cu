// Each thread counts in a __constant__ variable.
#include <cuda_runtime.h>

#ifdef REPAIRED
__device__ int counts[8];
#else
__constant__ int counts[8];
#endif

__global__ void count(const int *values, int n) {
  int *all = counts;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&all[values[i] & 7], 1); // EXPECT: error write-to-constant
}

int main() {
  int *values;
  cudaMalloc(&values, 256 * sizeof(int));
  cudaMemset(values, 0, 256 * sizeof(int));
  count<<<1, 64>>>(values, 256);
  cudaDeviceSynchronize();
  cudaFree(values);
}
