// A counter is cleared by one thread, and others add to it at once.
#include <cuda_runtime.h>

__global__ void count(int *data) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
#ifdef REPAIRED
  __syncthreads();
#endif
  atomicAdd(&sum, 1); // EXPECT: error race-with-atomic
  __syncthreads();
  if (threadIdx.x == 0)
    data[0] = sum;
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  count<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
