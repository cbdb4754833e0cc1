// The upper half of the warp scans, and reads from the lower one.
#include <cuda_runtime.h>

__global__ void scan(int *values) {
  const int lane = threadIdx.x;
  if (lane >= 16) {
    int value = 1;
    for (int distance = 1; distance < 16; distance *= 2) {
#ifdef REPAIRED
      const int other = __shfl_up_sync(0xffff0000, value, distance, 16);
#else
      const int other = __shfl_up_sync(0xffff0000, value, distance); // EXPECT: error shuffle-of-absent-lane
#endif
      if (lane - 16 >= distance)
        value += other;
    }
    values[lane] = value;
  }
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  scan<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
