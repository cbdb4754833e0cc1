// A tile is cleared while a copy into it may still be under way.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void load(int *values) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &values[threadIdx.x], sizeof(int));
  __pipeline_commit();
#ifdef REPAIRED
  __pipeline_wait_prior(0);
#endif
  if (threadIdx.x % 4 == 3)
    tile[threadIdx.x] = 1; // EXPECT: error race-shared
  __pipeline_wait_prior(0);
  __syncthreads();
  values[512 + threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  load<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
