// cp.async.wait_group waits for groups; a copy that was not committed belongs to none.
#include <cuda_runtime.h>

__global__ void reverse(const int *from, int *to) {
  __shared__ alignas(16) int tile[64];
  const unsigned i = threadIdx.x;
  const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&tile[i]));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(place), "l"(from + i) : "memory");
#ifdef REPAIRED
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  to[i] = tile[63 - i]; // EXPECT: error race-shared
  asm volatile("cp.async.wait_all;" ::: "memory");
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  reverse<<<1, 64>>>(values, values + 512);
  cudaDeviceSynchronize();
  cudaFree(values);
}
