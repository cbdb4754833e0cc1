// One block waits for the flag of another one, which is a plain write.
#include <cuda_runtime.h>

__global__ void hand_over(int *data, int *flag) {
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
#ifdef REPAIRED
    atomicExch(flag, 1);
#else
    *flag = 1;
#endif
  } else {
    while (atomicAdd(flag, 0) == 0) // EXPECT: error race-with-atomic
      ;
#ifdef REPAIRED
    __threadfence();
    data[1] = data[0];
#endif
  }
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  hand_over<<<2, 1>>>(data, data + 64);
  cudaDeviceSynchronize();
  cudaFree(data);
}
