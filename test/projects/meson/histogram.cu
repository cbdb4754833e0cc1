#include "histogram.h"

__global__ void countBytes(const unsigned char *text, int length, int *counts) {
  __shared__ int local[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x)
    atomicAdd(&local[text[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&counts[i], local[i]);
}

void histogram(const unsigned char *text, int length, int *counts) { countBytes<<<4, 128>>>(text, length, counts); }
