// A plain read of a counter that other threads still add to.
#include <cuda_runtime.h>

__global__ void histogram(int *data) {
  __shared__ int count[16];
  const int t = threadIdx.x;
  if (t < 16)
    count[t] = 0;
  __syncthreads();
  atomicAdd(&count[data[t] % 16], 1);
#ifdef REPAIRED
  __syncthreads();
#endif
  if (t < 16)
    data[128 + t] = count[t]; // EXPECT: error race-with-atomic
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  histogram<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
