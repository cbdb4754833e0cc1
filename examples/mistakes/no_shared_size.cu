// The launch gives no shared memory: its third argument is missing.
#include <cstdio>

__global__ void reverse(int *values) {
  extern __shared__ int tile[];
  int t = threadIdx.x;
  tile[t] = values[t];
  __syncthreads();
  values[t] = tile[blockDim.x - 1 - t];
}

int main() {
  int *values;
  cudaMalloc(&values, 256 * sizeof(int));
  cudaMemset(values, 0, 256 * sizeof(int));
  reverse<<<1, 256>>>(values); // should be <<<1, 256, 256 * sizeof(int)>>>
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(values);
}
