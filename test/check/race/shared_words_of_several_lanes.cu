// Lanes of one instruction write the same words, read what one lane has just written, and copy structures.
#include <cuda_runtime.h>

__global__ void halves(int *data) {
  __shared__ int half[32];
  const int t = threadIdx.x;
#ifdef REPAIRED
  if (t % 2 == 0)
#endif
    half[t / 2] = t; // EXPECT: error race-shared
  __syncthreads();
  data[t] = half[t / 2];
}

__global__ void first(int *data) {
  __shared__ int sum;
  const int t = threadIdx.x;
  if (t == 0)
    sum = data[0];
#ifdef REPAIRED
  __syncwarp();
#endif
  data[32 + t] = sum; // EXPECT: error race-shared
}

__global__ void copies(float4 *data) {
  __shared__ float4 tile[64];
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
  halves<<<1, 64>>>(data);
  first<<<1, 32>>>(data);
  copies<<<1, 64>>>(reinterpret_cast<float4 *>(data));
  cudaDeviceSynchronize();
  cudaFree(data);
}
