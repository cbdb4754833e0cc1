// A barrier of all blocks, of which some cannot start before others have ended.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__global__ void steps(int *values) {
  if (threadIdx.x == 0) {
    atomicAdd(values, 1);
    while (atomicAdd(values, 0) < gridDim.x) // EXPECT: error no-progress
      ;
  }
  __syncthreads();
}

int blocksOf(int threads) {
  int of_each = 0, processors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_each, steps, threads, 0);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
#ifdef REPAIRED
  return of_each * processors;
#else
  return of_each * processors + 8;
#endif
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  steps<<<blocksOf(256), 256>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
