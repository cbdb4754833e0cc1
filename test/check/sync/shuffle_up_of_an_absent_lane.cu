// The upper half of the warp scans, and adds what it reads from the lower one.
#include <cuda_runtime.h>

__global__ void scan(int *values) {
  const int lane = threadIdx.x;
  if (lane >= 16) {
    int value = 1;
    for (int distance = 1; distance < 16; distance *= 2) {
#ifdef REPAIRED
      // What a lane reads from below the mask it does not use.
      const int other = __shfl_up_sync(0xffff0000, value, distance);
      if (lane - 16 >= distance)
        value += other;
#else
      value += __shfl_up_sync(0xffff0000, value, distance); // EXPECT: error shuffle-of-absent-lane
#endif
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
