// The next tile is written while other threads still read the last one.
#include <cuda_runtime.h>

__global__ void rows(int *data) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  int sum = 0;
  for (int row = 0; row < 4; ++row) {
    tile[t] = data[row * 128 + t];
    __syncthreads();
    sum += tile[127 - t]; // EXPECT: error race-shared
#ifdef REPAIRED
    __syncthreads();
#endif
  }
  data[1024 + t] = sum;
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  rows<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
