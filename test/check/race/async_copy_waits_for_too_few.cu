// Two stages: while one is read the next one is copied. But the threads wait for all groups but the last two, not one.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void stream(int *values) {
  __shared__ alignas(16) int stage[2][256];
  const unsigned first = threadIdx.x * 4;
  __pipeline_memcpy_async(&stage[0][first], &values[first], 4 * sizeof(int));
  __pipeline_commit();
  int sum = 0;
  for (int i = 0; i < 3; ++i) {
    if (i < 2)
      // EXPECT: error race-shared
      __pipeline_memcpy_async(&stage[(i + 1) % 2][first], &values[(i + 1) * 256 + first], 4 * sizeof(int));
    __pipeline_commit();
#ifdef REPAIRED
    __pipeline_wait_prior(1);
#else
    __pipeline_wait_prior(2);
#endif
    __syncthreads();
    sum += stage[i % 2][255 - first]; // EXPECT: error race-shared
    __syncthreads();
  }
  __pipeline_wait_prior(0);
  values[768 + threadIdx.x] = sum;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  stream<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
