// One block synchronises once less than the others.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void steps(int *values) {
#ifdef REPAIRED
  const int rounds = 3;
#else
  const int rounds = blockIdx.x == 1 ? 2 : 3;
#endif
  for (int i = 0; i < rounds; ++i) {
    values[blockIdx.x * 64 + threadIdx.x] += i;
    // EXPECT-SOMEWHERE: error deadlock
    cooperative_groups::this_grid().sync();
  }
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  void *arguments[] = {&values};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(steps), 3, 64, arguments);
  cudaDeviceSynchronize();
  cudaFree(values);
}
