// The consumer looks into a stage that may not be filled yet.
#include <cooperative_groups.h>
#include <cuda/pipeline>
#include <cuda_runtime.h>

__global__ void stream(int *values) {
  __shared__ int stage[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  const unsigned other = 63 - threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    pipe.producer_acquire();
    stage[i % 2][threadIdx.x] = values[i * 64 + threadIdx.x];
    pipe.producer_commit();
#ifdef REPAIRED
    pipe.consumer_wait();
    const int value = stage[i % 2][other];
#else
    const int value = stage[i % 2][other]; // EXPECT: error race-shared
    pipe.consumer_wait();
#endif
    values[512 + i * 64 + threadIdx.x] = value;
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
