// The pipeline of a thread: what it has committed is there after consumer_wait() only.
#include <cuda/pipeline>
#include <cuda_runtime.h>

__global__ void load(int *values) {
  __shared__ int tile[2][64];
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < 2; ++i) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[i][threadIdx.x], &values[i * 64 + threadIdx.x], sizeof(int), pipe);
    pipe.producer_commit();
  }
  int sum = 0;
  for (int i = 0; i < 2; ++i) {
#ifdef REPAIRED
    pipe.consumer_wait();
    sum += tile[i][threadIdx.x];
#else
    sum += tile[i][threadIdx.x]; // EXPECT: error race-shared
    pipe.consumer_wait();
#endif
    pipe.consumer_release();
  }
  values[512 + threadIdx.x] = sum;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  load<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
