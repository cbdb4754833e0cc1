// Lane 0 alone has the base, and the others take it from lane 1.
#include <cuda_runtime.h>

__global__ void reserve(int *counter, int *slots) {
  int base;
  if (threadIdx.x == 0)
    base = atomicAdd(counter, 32);
#ifdef REPAIRED
  base = __shfl_sync(~0u, base, 0);
#else
  base = __shfl_sync(~0u, base, 1);
#endif
  slots[base + threadIdx.x & 63] = 1; // EXPECT: error uninitialised-value
}

int main() {
  int *counter, *slots;
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  cudaMalloc(&slots, 64 * sizeof(int));
  reserve<<<1, 32>>>(counter, slots);
  cudaDeviceSynchronize();
  cudaFree(counter);
  cudaFree(slots);
}
