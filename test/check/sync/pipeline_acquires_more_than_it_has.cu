// All stages are in use, and nobody releases one.
// ENV: RADDLE_HANG_SECONDS=1
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_runtime.h>

__global__ void stream(int *values) {
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipe = cuda::make_pipeline(cooperative_groups::this_thread_block(), &state);
  for (int i = 0; i < 3; ++i) {
    // EXPECT-SOMEWHERE: error no-progress
    pipe.producer_acquire();
    pipe.producer_commit();
#ifdef REPAIRED
    pipe.consumer_wait();
    pipe.consumer_release();
#endif
  }
  values[threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  stream<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
