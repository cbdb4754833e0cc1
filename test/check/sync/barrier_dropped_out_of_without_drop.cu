// A warp returns without leaving the barrier.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda/barrier>
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0)
    init(&ready, blockDim.x);
  __syncthreads();
  if (threadIdx.x >= 32) {
#ifdef REPAIRED
    ready.arrive_and_drop();
#endif
    return;
  }
  // EXPECT-SOMEWHERE: error no-progress
  ready.arrive_and_wait();
  values[threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
