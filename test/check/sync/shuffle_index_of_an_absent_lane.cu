// The last lane is asked, though only the first half is there.
#include <cuda_runtime.h>

__global__ void broadcast(int *values) {
  const int lane = threadIdx.x;
#ifdef REPAIRED
  const int source = 15;
#else
  const int source = 31;
#endif
  if (lane < 16)
    values[lane] = __shfl_sync(0x0000ffff, lane * 2, source); // EXPECT: error shuffle-of-absent-lane
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  broadcast<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
