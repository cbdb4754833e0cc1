// ENV: RADDLE_DEVICES=2
// Two devices write the same part of managed memory.
#include <cuda_runtime.h>

__global__ void add(int *values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    values[i] += 1; // EXPECT: error race-between-devices
}

int main() {
  constexpr int kCount = 4096;
  int *values;
  cudaMallocManaged(&values, 2 * kCount * sizeof(int));
  for (int i = 0; i < 2 * kCount; ++i)
    values[i] = 0;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
#ifdef REPAIRED
    add<<<kCount / 256, 256>>>(values + device * kCount, kCount);
#else
    add<<<kCount / 256, 256>>>(values, kCount);
#endif
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
  cudaFree(values);
}
