// The consumer gives the stage back, and then reads it.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_runtime.h>

__global__ void stream(int *values) {
  __shared__ int stage[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, 32);
  const unsigned lane = threadIdx.x % 32;
  for (int i = 0; i < 6; ++i) {
    if (threadIdx.x < 32) {
      pipe.producer_acquire();
      stage[i % 2][lane] = values[i * 32 + lane];
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
#ifdef REPAIRED
      const int value = stage[i % 2][31 - lane];
      pipe.consumer_release();
#else
      pipe.consumer_release();
      const int value = stage[i % 2][31 - lane]; // EXPECT: error race-shared
#endif
      values[512 + i * 32 + lane] = value;
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
