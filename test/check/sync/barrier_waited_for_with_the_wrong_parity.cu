// The phase that is waited for is never completed.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda/barrier>
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0)
    init(&ready, blockDim.x);
  __syncwarp();
  (void)ready.arrive();
  ready.wait_parity(0);
  (void)ready.arrive();
#ifdef REPAIRED
  ready.wait_parity(1);
#else
  // EXPECT-SOMEWHERE: error no-progress
  ready.wait_parity(0);
  ready.wait_parity(0);
#endif
  values[threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
