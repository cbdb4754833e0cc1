// A histogram counts a value that has no bin.
#include <cuda_runtime.h>

__global__ void histogram(const unsigned char *values, unsigned *bins, int n, int bin_count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
#ifdef REPAIRED
  atomicAdd(&bins[values[i] % bin_count], 1u);
#else
  atomicAdd(&bins[values[i]], 1u); // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  const int n = 256, bin_count = 64;
  unsigned char host[n];
  for (int i = 0; i < n; ++i)
    host[i] = static_cast<unsigned char>(i / 3);
  unsigned char *values;
  unsigned *bins;
  cudaMalloc(&values, n);
  cudaMalloc(&bins, bin_count * sizeof(unsigned));
  cudaMemcpy(values, host, n, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, bin_count * sizeof(unsigned));
  histogram<<<2, 128>>>(values, bins, n, bin_count);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(bins);
}
