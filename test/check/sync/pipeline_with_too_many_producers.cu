// More threads are to commit than do.
// ENV: RADDLE_HANG_SECONDS=1
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_runtime.h>

__global__ void stream(int *values) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
#ifdef REPAIRED
  auto pipe = cuda::make_pipeline(block, &state, 32);
#else
  auto pipe = cuda::make_pipeline(block, &state, 48);
#endif
  // EXPECT-SOMEWHERE: error no-progress
  if (threadIdx.x < 32) {
    pipe.producer_acquire();
    pipe.producer_commit();
  } else {
    pipe.consumer_wait();
    values[threadIdx.x] = 1;
    pipe.consumer_release();
  }
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  stream<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
