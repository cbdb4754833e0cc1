#include <cuda_runtime.h>

__global__ void sum(int *values) {
#ifdef REPAIRED
  const unsigned mask = 0xffffffff;
#else
  const unsigned mask = 0x0000ffff;
#endif
  values[threadIdx.x] = __reduce_add_sync(mask, values[threadIdx.x]); // EXPECT: error mask-without-caller
}

int main() {
  int *values;
  cudaMalloc(&values, 32 * sizeof(int));
  cudaMemset(values, 0, 32 * sizeof(int));
  sum<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
