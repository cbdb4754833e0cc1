// An index that nobody has written.
#include <cuda_runtime.h>

__global__ void gather(const int *indices, const int *values, int *result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  result[i] = values[indices[i] & 63]; // EXPECT: error uninitialised-global
}

int main() {
  int *indices, *values, *result, host[64] = {};
  cudaMalloc(&indices, 64 * sizeof(int));
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMalloc(&result, 64 * sizeof(int));
#ifdef REPAIRED
  cudaMemcpy(indices, host, sizeof(host), cudaMemcpyHostToDevice);
#endif
  cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
  gather<<<2, 32>>>(indices, values, result);
  cudaDeviceSynchronize();
  cudaFree(indices);
  cudaFree(values);
  cudaFree(result);
}
