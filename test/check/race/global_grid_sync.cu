// Blocks of a cooperative launch exchange values without grid.sync().
#include <cuda_runtime.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void exchange(int *data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  data[i] = i;
#ifdef REPAIRED
  cg::this_grid().sync();
#else
  __syncthreads();
#endif
  data[1024 + i] = data[n - 1 - i]; // EXPECT: error race-global
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  void *arguments[] = {&data};
  cudaLaunchCooperativeKernel((void *)exchange, 4, 64, arguments, 0, 0);
  cudaDeviceSynchronize();
  cudaFree(data);
}
