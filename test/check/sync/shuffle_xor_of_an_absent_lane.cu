// A butterfly over 32 lanes where 24 take part.
#include <cuda_runtime.h>

__global__ void butterfly(int *values) {
  const int lane = threadIdx.x;
  if (lane < 24) {
    int value = lane;
#ifdef REPAIRED
    const int most = 4;
#else
    const int most = 16;
#endif
    for (int distance = most; distance; distance /= 2)
      value += __shfl_xor_sync(0x00ffffff, value, distance); // EXPECT: error shuffle-of-absent-lane
    values[lane] = value;
  }
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  butterfly<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
