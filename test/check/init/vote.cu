// A vote in which a lane has no value, and no other lane decides it.
#include <cuda_runtime.h>

__global__ void any(const int *values, int *found) {
  if (__any_sync(~0u, values[threadIdx.x] > 3)) // EXPECT: error uninitialised-global
    found[threadIdx.x] = 1;
}

int main() {
  int *values, *found;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMalloc(&found, 32 * sizeof(int));
#ifdef REPAIRED
  cudaMemset(values, 0, 32 * sizeof(int));
#else
  cudaMemset(values, 0, 31 * sizeof(int));
#endif
  any<<<1, 32>>>(values, found);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(found);
}
