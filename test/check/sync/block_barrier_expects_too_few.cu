// A warp more arrives than the barrier was made for.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda/barrier>
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  if (threadIdx.x == 0)
#ifdef REPAIRED
    init(&ready, blockDim.x);
#else
    init(&ready, blockDim.x - 32);
#endif
  __syncthreads();
  values[threadIdx.x] = 1;
  // EXPECT-SOMEWHERE: error no-progress
  ready.arrive_and_wait();
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 96>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
