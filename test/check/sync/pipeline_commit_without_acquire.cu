// The producer commits a stage that it has not acquired, so that the consumer waits for a phase that is long over.
// ENV: RADDLE_HANG_SECONDS=1
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_runtime.h>

__global__ void stream(int *values) {
  __shared__ int stage[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, 32);
  const unsigned lane = threadIdx.x % 32;
  // One use more than there are stages.
  for (int i = 0; i < 3; ++i) {
    if (threadIdx.x < 32) {
#ifdef REPAIRED
      pipe.producer_acquire();
#endif
      stage[i % 2][lane] = values[i * 32 + lane];
      pipe.producer_commit();
    } else {
      // EXPECT-SOMEWHERE: error no-progress
      pipe.consumer_wait();
      values[512 + i * 32 + lane] = stage[i % 2][lane];
      pipe.consumer_release();
    }
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
