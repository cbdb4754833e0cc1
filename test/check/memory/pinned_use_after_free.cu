// Pinned memory of the host is freed before the kernel that reads it.
#include <cuda_runtime.h>

__global__ void sum(const int *values, int *out) {
  atomicAdd(out, values[threadIdx.x]); // EXPECT: error use-after-free
}

int main() {
  int *values, *out;
  cudaMallocHost(&values, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i)
    values[i] = i;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
#ifdef REPAIRED
  sum<<<1, 32>>>(values, out);
  cudaDeviceSynchronize();
  cudaFreeHost(values);
#else
  cudaFreeHost(values);
  sum<<<1, 32>>>(values, out);
  cudaDeviceSynchronize();
#endif
  cudaFree(out);
}
