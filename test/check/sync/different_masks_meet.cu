// Lane 0 waits for lanes 0 to 3, the others for lanes 0 to 7.
#include <cuda_runtime.h>

__global__ void sum(int *values) {
  const unsigned lane = threadIdx.x;
  if (lane < 8) {
#ifdef REPAIRED
    const unsigned mask = 0xff;
#else
    const unsigned mask = lane < 4 ? 0x0f : 0xff;
#endif
    values[lane] = __reduce_add_sync(mask, 1); // EXPECT: error different-masks
  }
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
