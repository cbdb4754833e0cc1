// A thread of the host copies a result that another thread's stream still computes.
#include <cuda_runtime.h>
#include <thread>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

int main() {
  int *values, *result;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMallocHost(&result, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t ours, theirs;
  cudaStreamCreate(&ours);
  cudaStreamCreate(&theirs);
  std::thread producer([&] {
    fill<<<1, 64, 0, theirs>>>(values);
#ifdef REPAIRED
    cudaStreamSynchronize(theirs);
#endif
  });
  producer.join();
  // EXPECT: error race-between-streams
  cudaMemcpyAsync(result, values, 64 * sizeof(int), cudaMemcpyDeviceToHost, ours);
  cudaDeviceSynchronize();
  cudaStreamDestroy(ours);
  cudaStreamDestroy(theirs);
  cudaFree(values);
  cudaFreeHost(result);
}
