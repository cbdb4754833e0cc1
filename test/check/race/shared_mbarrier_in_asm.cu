// The threads wait for the phase of an mbarrier in inline PTX, or go on as soon as they have arrived.
#include <cuda_runtime.h>

__global__ void exchange(int *values) {
  __shared__ alignas(8) unsigned long long object;
  __shared__ int tile[64];
  const unsigned barrier = static_cast<unsigned>(__cvta_generic_to_shared(&object));
  const unsigned i = threadIdx.x;
  if (i == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(64) : "memory");
  __syncthreads();
  tile[i] = values[i];
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(barrier) : "memory");
#ifdef REPAIRED
  unsigned is_over = 0;
  while (!is_over)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(is_over)
                 : "r"(barrier), "l"(state)
                 : "memory");
#endif
  values[64 + i] = tile[63 - i]; // EXPECT: error race-shared
}

int main() {
  int *values;
  cudaMalloc(&values, 128 * sizeof(int));
  cudaMemset(values, 0, 128 * sizeof(int));
  exchange<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
