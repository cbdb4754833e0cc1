// Each thread reads what it has copied itself, but the copy may not have been made.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void load(int *values) {
  __shared__ int tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &values[threadIdx.x], sizeof(int));
  __pipeline_commit();
#ifdef REPAIRED
  __pipeline_wait_prior(0);
#endif
  values[512 + threadIdx.x] = tile[threadIdx.x]; // EXPECT: error race-shared
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  load<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
