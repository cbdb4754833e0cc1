// The largest number is looked for from one that nobody has given.
#include <cuda_runtime.h>

__global__ void largest(const int *values, int *result, int n) {
#ifdef REPAIRED
  int most = values[0];
#else
  int most;
#endif
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (values[i] > most)
      most = values[i];
  if (n > 0)
    atomicMax(result, most); // EXPECT: error uninitialised-value
}

int main() {
  int *values, *result;
  cudaMalloc(&values, 100 * sizeof(int));
  cudaMemset(values, 0, 100 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemset(result, 0, sizeof(int));
  largest<<<1, 32>>>(values, result, 100);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(result);
}
