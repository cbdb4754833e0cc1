// Each thread waits for what it has copied itself, and then reads what others copy.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void load(int *values) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &values[threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
#ifdef REPAIRED
  __syncthreads();
#endif
  values[512 + threadIdx.x] = tile[63 - threadIdx.x]; // EXPECT: error race-shared
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  load<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
