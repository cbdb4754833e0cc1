// Each block gets its dynamic shared memory without a value, whatever the block before has written there.
#include <cuda_runtime.h>

extern __shared__ int bins[];

__global__ void count(const int *data) {
#ifdef REPAIRED
  bins[threadIdx.x] = 0;
#endif
  __syncthreads();
  atomicAdd(&bins[data[threadIdx.x]], 1); // EXPECT: error uninitialised-shared
}

int main() {
  int *data;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMemset(data, 0, 32 * sizeof(int));
  count<<<4, 32, 32 * sizeof(int)>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
