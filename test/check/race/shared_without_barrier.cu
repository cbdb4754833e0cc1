// Each thread reads what its neighbour has written to a tile.
#include <cuda_runtime.h>

__global__ void neighbour(int *data) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  tile[t] = data[t];
#ifdef REPAIRED
  __syncthreads();
#endif
  data[64 + t] = tile[(t + 1) % 64]; // EXPECT: error race-shared
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  neighbour<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
