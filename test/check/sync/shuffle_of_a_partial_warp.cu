// The last warp of the block has 8 threads; the sum reads from all 32.
#include <cuda_runtime.h>

__global__ void sum(int *values) {
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
#ifdef REPAIRED
  const unsigned width = warp == 0 ? 32 : 8;
#else
  const unsigned width = 32;
#endif
  int value = 1;
  for (unsigned distance = width / 2; distance; distance /= 2)
    value += __shfl_xor_sync(0xffffffff, value, distance); // EXPECT: error shuffle-of-absent-lane
  if (lane == 0)
    values[warp] = value;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 40>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
