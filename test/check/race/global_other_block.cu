// A block reads what the next block writes in the same launch.
#include <cuda_runtime.h>

__global__ void step(int *data, const int *old) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef REPAIRED
  data[i] = old[i + 64] + 1;
#else
  data[i] = data[i + 64] + 1; // EXPECT: error race-global
#endif
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  step<<<8, 64>>>(data, data + 2048);
  cudaDeviceSynchronize();
  cudaFree(data);
}
