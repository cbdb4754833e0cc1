// A launch only puts the kernel into its stream; managed memory has the result when the host has waited.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void square(int *values) { values[threadIdx.x] *= values[threadIdx.x]; }

int main() {
  int *values;
  cudaMallocManaged(&values, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i)
    values[i] = i;
  square<<<1, 256>>>(values);
#ifdef REPAIRED
  cudaDeviceSynchronize();
#endif
  int sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += values[i]; // EXPECT: error race-with-host
  std::printf("%d\n", sum);
  cudaFree(values);
}
