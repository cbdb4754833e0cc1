// A function that is not inlined gives a value on one of its paths only.
#include <cuda_runtime.h>

__device__ __noinline__ int weightOf(int kind) {
  int weight;
  if (kind > 0)
    weight = kind * 3;
#ifdef REPAIRED
  else
    weight = 0;
#endif
  return weight;
}

__device__ __noinline__ void addIfHeavy(int *count, int weight) {
  if (weight > 4) // EXPECT: error uninitialised-value
    atomicAdd(count, 1);
}

__global__ void countHeavy(const int *kinds, int *count) {
  addIfHeavy(count, weightOf(kinds[threadIdx.x]));
}

int main() {
  int *kinds, *count;
  cudaMalloc(&kinds, 32 * sizeof(int));
  cudaMemset(kinds, 0, 32 * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  countHeavy<<<1, 32>>>(kinds, count);
  cudaDeviceSynchronize();
  cudaFree(kinds);
  cudaFree(count);
}
