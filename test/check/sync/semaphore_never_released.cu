// Whoever has acquired the semaphore keeps it.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda/semaphore>
#include <cuda_runtime.h>

__device__ cuda::counting_semaphore<cuda::thread_scope_device, 2> two{2};

__global__ void work(int *values) {
  // EXPECT-SOMEWHERE: error no-progress
  two.acquire();
  values[blockIdx.x] = 1;
#ifdef REPAIRED
  two.release();
#endif
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  work<<<4, 1>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
