// Lanes 0 to 15 take part, and one of them reads from lane 16.
#include <cuda_runtime.h>

__global__ void shift(int *values) {
  const int lane = threadIdx.x;
  if (lane < 16) {
#ifdef REPAIRED
    values[lane] = __shfl_down_sync(0xffff, lane, 1, 16);
#else
    values[lane] = __shfl_down_sync(0xffff, lane, 1); // EXPECT: error shuffle-of-absent-lane
#endif
  }
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  shift<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
