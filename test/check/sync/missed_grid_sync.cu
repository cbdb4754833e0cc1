// One block leaves before the barrier of the grid.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void steps(int *values) {
#ifndef REPAIRED
  if (blockIdx.x == 1)
    values[threadIdx.x] = 2;
  else
#endif
    // EXPECT-SOMEWHERE: error deadlock
    cooperative_groups::this_grid().sync();
  values[64 + 64 * blockIdx.x + threadIdx.x] = 1;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  void *arguments[] = {&values};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(steps), 2, 64, arguments);
  cudaDeviceSynchronize();
  cudaFree(values);
}
