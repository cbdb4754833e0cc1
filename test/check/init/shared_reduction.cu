// The last warp of the block has fewer threads than the reduction takes for granted.
#include <cuda_runtime.h>

__global__ void largest(const int *data, int *result) {
  __shared__ int part[64];
  part[threadIdx.x] = data[threadIdx.x];
#ifdef REPAIRED
  if (threadIdx.x < 16)
    part[48 + threadIdx.x] = 0;
#endif
  __syncthreads();
  for (int step = 32; step > 0; step /= 2) {
    if (threadIdx.x < step)
      part[threadIdx.x] = part[threadIdx.x] + part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    *result = part[0]; // EXPECT: error uninitialised-shared
}

int main() {
  int *data, *result, host;
  cudaMalloc(&data, 48 * sizeof(int));
  cudaMemset(data, 0, 48 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  largest<<<1, 48>>>(data, result);
  cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(data);
  cudaFree(result);
}
