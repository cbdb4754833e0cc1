// Both sides of a branch vote with a full mask: each waits for the other.
#include <cuda_runtime.h>

__global__ void vote(int *values) {
#ifdef REPAIRED
  const unsigned even = 0x55555555, odd = 0xaaaaaaaa;
#else
  const unsigned even = 0xffffffff, odd = 0xffffffff;
#endif
  if (threadIdx.x % 2 == 0)
    values[threadIdx.x] = __any_sync(even, values[threadIdx.x]);
  else
    values[threadIdx.x] = __reduce_add_sync(odd, values[threadIdx.x]); // EXPECT: error different-operations
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  vote<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
