// The buffer of an asynchronous copy belongs to the copy until the host has waited for it.
#include <cuda_runtime.h>

__global__ void add(const int *in, int *sums) { sums[threadIdx.x] += in[threadIdx.x]; }

int main() {
  int *buffer, *in, *sums;
  cudaMallocHost(&buffer, 1024 * sizeof(int));
  cudaMalloc(&in, 1024 * sizeof(int));
  cudaMalloc(&sums, 1024 * sizeof(int));
  cudaMemset(sums, 0, 1024 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamSynchronize(cudaStreamLegacy);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 1024; ++i)
      buffer[i] = i * round; // EXPECT: error race-with-host
    cudaMemcpyAsync(in, buffer, 1024 * sizeof(int), cudaMemcpyHostToDevice, stream);
    add<<<1, 1024, 0, stream>>>(in, sums);
#ifdef REPAIRED
    cudaStreamSynchronize(stream);
#endif
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(in);
  cudaFree(sums);
  cudaFreeHost(buffer);
}
