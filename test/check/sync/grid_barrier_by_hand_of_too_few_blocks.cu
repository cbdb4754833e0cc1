// One block more is waited for than was launched.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__global__ void steps(int *values) {
  values[32 + blockIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
#ifdef REPAIRED
    const int blocks = gridDim.x;
#else
    const int blocks = gridDim.x + 1;
#endif
    atomicAdd(values, 1);
    while (atomicAdd(values, 0) < blocks) // EXPECT: error no-progress
      ;
  }
  __syncthreads();
  values[64 + blockIdx.x] = values[32 + blockIdx.x];
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  steps<<<4, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
