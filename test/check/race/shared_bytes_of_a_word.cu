// Bytes of one word belong to different threads.
#include <cuda_runtime.h>

__global__ void bytes(int *data) {
  __shared__ unsigned char flags[128];
  const int t = threadIdx.x;
#ifdef REPAIRED
  flags[t] = (unsigned char)t;
#else
  flags[t / 2] = (unsigned char)t; // EXPECT: error race-shared
#endif
  __syncthreads();
  data[t] = flags[127 - t];
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  bytes<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
