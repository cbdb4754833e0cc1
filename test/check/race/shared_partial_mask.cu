// A __syncwarp() names half of the lanes that exchange values.
#include <cuda_runtime.h>

__global__ void reverse(int *data) {
  __shared__ int line[32];
  const int t = threadIdx.x;
  line[t] = data[t];
#ifdef REPAIRED
  __syncwarp();
#else
  __syncwarp(t < 16 ? 0x0000ffff : 0xffff0000);
#endif
  data[32 + t] = line[31 - t]; // EXPECT: error race-shared
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  reverse<<<1, 32>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
