// A lock is given back before what it guards is there for others.
#include <cuda_runtime.h>

__global__ void add(int *data, int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  data[0] += 1; // EXPECT: error race-missing-fence
#ifdef REPAIRED
  __threadfence();
#endif
  atomicExch(lock, 0);
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  add<<<8, 1>>>(data, data + 64);
  cudaDeviceSynchronize();
  cudaFree(data);
}
