// Barriers where warps come with more or less work done. `waits:` says how many warps arrive in all, and whether any waits.
#include <cuda_runtime.h>

__global__ void even(float *out) {
  __shared__ float values[128];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads(); // waits: arrivals=32 waited=0
  out[blockIdx.x * 128 + threadIdx.x] = values[127 - threadIdx.x];
}

// The last warp of four does all the work, so the first three wait.
__global__ void uneven(float *out, int n) {
  __shared__ float value;
  if (threadIdx.x >= 96) {
    float sum = threadIdx.x;
    for (int i = 0; i < n; ++i)
      sum = sum * 0.5f + i;
    if (threadIdx.x == 127)
      value = sum;
  }
  __syncthreads(); // waits: arrivals=32 waited=some
  out[blockIdx.x * 128 + threadIdx.x] = value;
}

// As often as a block goes around.
__global__ void often(float *out) {
  __shared__ float values[64];
  values[threadIdx.x] = threadIdx.x;
  for (int round = 0; round < 10; ++round) {
    __syncthreads(); // waits: arrivals=80 waited=0
    const float next = values[(threadIdx.x + 1) % 64];
    __syncthreads(); // waits: arrivals=80 waited=0
    values[threadIdx.x] = next;
  }
  out[blockIdx.x * 64 + threadIdx.x] = values[threadIdx.x];
}

int main() {
  float *out;
  cudaMalloc(&out, 8 * 128 * sizeof(float));
  even<<<8, 128>>>(out);
  uneven<<<8, 128>>>(out, 100);
  often<<<4, 64>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
