// A barrier of the block waits for a thread that waits for one at the barrier.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__global__ void handOver(int *values) {
  __shared__ int flag;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads();
  if (threadIdx.x == 64) {
#ifdef REPAIRED
    atomicExch(&flag, 1);
#else
    while (atomicCAS(&flag, 1, 2) == 0) // EXPECT: error no-progress
      ;
#endif
  }
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&flag, 1);
  __syncthreads();
  values[threadIdx.x] = flag;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  handOver<<<1, 96>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
