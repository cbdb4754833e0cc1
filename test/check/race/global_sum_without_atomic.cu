// All threads add to one word.
#include <cuda_runtime.h>

__global__ void sum(int *data) {
#ifdef REPAIRED
  atomicAdd(&data[0], data[1 + threadIdx.x]);
#else
  data[0] += data[1 + threadIdx.x]; // EXPECT: error race-global
#endif
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  sum<<<4, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
