// A width of 12 is none that the hardware knows. PTX has no width, and takes any segments.
#include <cuda_runtime.h>

__device__ int shuffleDown(int value, int bound) {
  int result;
  asm volatile("shfl.sync.down.b32 %0, %1, 1, %2, 0xffffffff;" : "=r"(result) : "r"(value), "r"(bound));
  return result;
}

__global__ void sum(int *values) {
#ifdef REPAIRED
  const int width = 16;
#else
  const int width = 12;
#endif
  values[threadIdx.x] = __shfl_down_sync(0xffffffff, static_cast<int>(threadIdx.x), 1, width + values[0]); // EXPECT: error invalid-width
  values[threadIdx.x + 32] = shuffleDown(threadIdx.x, values[1000] - 1);
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
