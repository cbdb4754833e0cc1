// Each block waits for the sum of the one before it, and hands on its own.
#include <cuda_runtime.h>

__global__ void scan(int *data, volatile int *flags) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (flags[blockIdx.x - 1] == 0)
        ;
      __threadfence();
      before = data[512 + blockIdx.x - 1];
    }
    data[512 + blockIdx.x] = before + 1; // EXPECT: error race-missing-fence
#ifdef REPAIRED
    __threadfence();
#endif
    flags[blockIdx.x] = 1;
  }
  __syncthreads();
  data[2048 + blockIdx.x * 64 + threadIdx.x] = before;
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  scan<<<12, 64>>>(data, data + 1024);
  cudaDeviceSynchronize();
  cudaFree(data);
}
