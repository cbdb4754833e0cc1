// The producer still writes to a stage that it has handed over.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_runtime.h>

__global__ void stream(int *values) {
  __shared__ int stage[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state, 32);
  const unsigned lane = threadIdx.x % 32;
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x < 32) {
      pipe.producer_acquire();
#ifdef REPAIRED
      stage[i][lane] = values[i * 32 + lane];
      pipe.producer_commit();
#else
      pipe.producer_commit();
      stage[i][lane] = values[i * 32 + lane];
#endif
    } else {
      pipe.consumer_wait();
      values[512 + i * 32 + lane] = stage[i][lane]; // EXPECT: error race-shared
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
