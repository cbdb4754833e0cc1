// Each lane names itself and its right neighbour.
#include <cuda_runtime.h>

__global__ void shift(int *values) {
  const unsigned lane = threadIdx.x;
#ifdef REPAIRED
  const unsigned mask = 0xffffffff;
#else
  const unsigned mask = 3u << (lane < 31 ? lane : 30);
#endif
  values[lane] = __shfl_down_sync(mask, static_cast<int>(lane), 1); // EXPECT: error different-masks
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  shift<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
