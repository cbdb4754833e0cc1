// A named barrier for two warps stands between the accesses of three.
#include <cuda_runtime.h>

__device__ void barrier(int id, int threads) { asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory"); }

__global__ void part(int *data) {
  __shared__ int line[96];
  const int t = threadIdx.x;
  line[t] = data[t];
#ifdef REPAIRED
  barrier(1, 96);
#else
  if (t < 64)
    barrier(1, 64);
#endif
  if (t < 64)
    data[128 + t] = line[t + 32]; // EXPECT: error race-shared
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  part<<<1, 96>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
