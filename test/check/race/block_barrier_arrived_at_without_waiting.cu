// The threads arrive at a barrier, and go on at once.
#include <cuda/barrier>
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  __shared__ int tile[64];
  if (threadIdx.x == 0)
    init(&ready, blockDim.x);
  __syncthreads();
  tile[threadIdx.x] = threadIdx.x;
#ifdef REPAIRED
  ready.wait(ready.arrive());
#else
  (void)ready.arrive();
#endif
  values[threadIdx.x] = tile[63 - threadIdx.x]; // EXPECT: error race-shared
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
