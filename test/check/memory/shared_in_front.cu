// A scan reads in front of its first element.
#include <cuda_runtime.h>

__global__ void scan(int *data) {
  __shared__ int sums[128];
  const int t = threadIdx.x;
  sums[t] = data[t];
  __syncthreads();
  for (int offset = 1; offset < 128; offset *= 2) {
#ifdef REPAIRED
    const int other = t >= offset ? sums[t - offset] : 0;
#else
    const int other = sums[t - offset]; // EXPECT: error out-of-bounds-shared
#endif
    __syncthreads();
    sums[t] += t >= offset ? other : 0;
    __syncthreads();
  }
  data[t] = sums[t];
}

int main() {
  int *data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  scan<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
