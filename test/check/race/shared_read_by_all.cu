// What several warps have read or updated atomically is written or read without a barrier.
#include <cuda_runtime.h>

__global__ void next(int *data) {
  __shared__ int chosen[32];
  const int t = threadIdx.x;
  if (t < 32)
    chosen[t] = t;
  __syncthreads();
  data[t] = chosen[0];
#ifdef REPAIRED
  __syncthreads();
#endif
  if (t == 96)
    chosen[0] = 5; // EXPECT: error race-shared
  __syncthreads();
  data[128 + t] = chosen[0];
}

__global__ void counts(int *data) {
  __shared__ int bins[64];
  const int t = threadIdx.x;
  if (t < 64)
    bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[data[t] * 7 + t / 4], 1);
#ifdef REPAIRED
  __syncthreads();
#endif
  data[256 + t] = bins[t / 2]; // EXPECT: error race-with-atomic
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  next<<<1, 128>>>(data);
  cudaMemset(data, 0, 4096 * sizeof(int));
  counts<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
