// The last elements have no thread any more when their values are asked for.
#include <cuda_runtime.h>

__global__ void sum(int *values) {
  const int lane = threadIdx.x, n = 20;
#ifdef REPAIRED
  int value = lane < n ? 1 : 0;
#else
  if (lane >= n)
    return;
  int value = 1;
#endif
  for (int distance = 16; distance; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance); // EXPECT: error shuffle-of-absent-lane
  if (lane == 0)
    values[0] = value;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
