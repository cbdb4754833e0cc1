// The bins of a histogram have to be cleared.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *data, int *bins) {
  atomicAdd(&bins[data[threadIdx.x] & 15], 1); // EXPECT: error uninitialised-global
}

int main() {
  unsigned char *data;
  int *bins;
  cudaMalloc(&data, 256);
  cudaMemset(data, 5, 256);
  cudaMalloc(&bins, 16 * sizeof(int));
#ifdef REPAIRED
  cudaMemset(bins, 0, 16 * sizeof(int));
#endif
  histogram<<<1, 256>>>(data, bins);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(bins);
}
