// The producer signals twice, the consumer waits once.
#include <cuda_runtime.h>

__global__ void handOver(int *values) {
  if (threadIdx.x < 32) {
#ifdef REPAIRED
    for (int i = 0; i < 2; ++i)
      asm volatile("bar.sync 1, 64;" ::: "memory");
#else
    asm volatile("bar.sync 1, 64;" ::: "memory");
#endif
    values[threadIdx.x] = 1;
  } else {
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    asm volatile("bar.arrive 1, 64;" ::: "memory"); // EXPECT: warning arrive-without-wait
  }
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  handOver<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
