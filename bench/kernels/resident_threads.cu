// Keeps every worker busy with blocks of 1024 threads that all live at the same time, each with something on
// its stack. bench/run.py measures the peak memory of this process.
#include <cstdio>

__global__ void meet(int *sums) {
  volatile int on_stack[64];
  for (int i = 0; i < 64; ++i) {
    on_stack[i] = threadIdx.x + i;
  }
  // Long enough that every worker takes part.
  for (int i = 0; i < 200; ++i) {
    __syncthreads();
  }
  atomicAdd(&sums[blockIdx.x], on_stack[threadIdx.x % 64]);
}

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  const int blocks = 8 * device.multiProcessorCount;
  int *sums;
  cudaMalloc(&sums, blocks * sizeof(int));
  cudaMemset(sums, 0, blocks * sizeof(int));
  meet<<<blocks, 1024>>>(sums);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaFree(sums);
  return 0;
}
