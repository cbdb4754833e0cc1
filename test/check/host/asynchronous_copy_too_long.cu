// Asynchronous copies are looked at when they are called.
#include <cuda_runtime.h>

int main() {
  int *host, *device;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocHost(&host, 256);
  cudaMalloc(&device, 256);
#ifdef REPAIRED
  cudaMemcpyAsync(device, host, 256, cudaMemcpyHostToDevice, stream);
#else
  // EXPECT: error copy-too-long
  cudaMemcpyAsync(device, host, 260, cudaMemcpyHostToDevice, stream);
#endif
  cudaStreamSynchronize(stream);
  cudaFreeHost(host);
  cudaFree(device);
  cudaStreamDestroy(stream);
}
