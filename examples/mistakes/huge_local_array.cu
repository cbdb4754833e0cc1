// An array of a thread's own that no GPU has room for.
#include <cstdio>

__global__ void histogram(const unsigned *values, unsigned *most, int n) {
  unsigned counts[1 << 20]; // 4 MB for each thread
  for (int i = 0; i < (1 << 20); ++i)
    counts[i] = 0;
  for (int i = 0; i < n; ++i)
    ++counts[values[i] % (1 << 20)];
  for (int i = 0; i < (1 << 20); ++i)
    if (counts[i] > most[threadIdx.x])
      most[threadIdx.x] = counts[i];
}

int main() {
  unsigned *values, *most;
  cudaMalloc(&values, 1000 * sizeof(unsigned));
  cudaMalloc(&most, 64 * sizeof(unsigned));
  cudaMemset(values, 0, 1000 * sizeof(unsigned));
  cudaMemset(most, 0, 64 * sizeof(unsigned));
  histogram<<<1, 64>>>(values, most, 1000);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
