// cp.async.wait_all waits for the thread's own copies; those of others need a barrier as well.
#include <cuda_runtime.h>

__global__ void reverse(const int *from, int *to) {
  __shared__ alignas(16) int tile[64];
  const unsigned i = threadIdx.x;
  const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[i]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place), "l"(from + i) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
#ifdef REPAIRED
  __syncthreads();
#endif
  to[i] = tile[63 - i]; // EXPECT: error race-shared
}

int main() {
  int *values;
  cudaMalloc(&values, 128 * sizeof(int));
  cudaMemset(values, 0, 128 * sizeof(int));
  reverse<<<1, 64>>>(values, values + 64);
  cudaDeviceSynchronize();
  cudaFree(values);
}
