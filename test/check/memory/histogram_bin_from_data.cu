// A bin that comes from the data, of which one value is too large.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *data, int *bins, int limit) {
  const int bin = data[threadIdx.x];
  if (bin < limit)
    atomicAdd(&bins[bin], 1); // EXPECT: error out-of-bounds-global
}

int main() {
  unsigned char host[64];
  for (int i = 0; i < 64; ++i)
    host[i] = i % 16;
  host[40] = 16;
  unsigned char *data;
  int *bins;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMalloc(&bins, 16 * sizeof(int));
  cudaMemset(bins, 0, 16 * sizeof(int));
#ifdef REPAIRED
  histogram<<<1, 64>>>(data, bins, 16);
#else
  histogram<<<1, 64>>>(data, bins, 256);
#endif
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(bins);
}
