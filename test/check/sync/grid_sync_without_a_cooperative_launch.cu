#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void twoSteps(int *values) {
  values[blockIdx.x * 32 + threadIdx.x] = 1;
  // The call stands in the header; the program's own place is where the kernel calls it.
  // EXPECT-SOMEWHERE: error invalid-grid-sync
  cooperative_groups::this_grid().sync();
  values[64 + blockIdx.x * 32 + threadIdx.x] = values[(1 - blockIdx.x) * 32 + threadIdx.x];
}

int main() {
  int *values;
  cudaMalloc(&values, 128 * sizeof(int));
#ifdef REPAIRED
  void *arguments[] = {&values};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(twoSteps), 2, 32, arguments);
#else
  twoSteps<<<2, 32>>>(values);
#endif
  cudaDeviceSynchronize();
  cudaFree(values);
}
