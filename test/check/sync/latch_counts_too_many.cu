// The latch counts a thread more than there are.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda/latch>
#include <cuda_runtime.h>

__global__ void meet(int *values) {
  __shared__ alignas(cuda::latch<cuda::thread_scope_block>) char memory[sizeof(cuda::latch<cuda::thread_scope_block>)];
  auto *all = reinterpret_cast<cuda::latch<cuda::thread_scope_block> *>(memory);
  if (threadIdx.x == 0)
#ifdef REPAIRED
    new (all) cuda::latch<cuda::thread_scope_block>(blockDim.x);
#else
    new (all) cuda::latch<cuda::thread_scope_block>(blockDim.x + 1);
#endif
  __syncthreads();
  // EXPECT-SOMEWHERE: error no-progress
  all->arrive_and_wait();
  values[threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  meet<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
