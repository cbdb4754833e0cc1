// Half of a tile shuffles among its 16 lanes.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sum(int *values) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
#ifdef REPAIRED
  int value = tile.thread_rank() < 8 ? 1 : 0;
  value += tile.shfl_down(value, 8);
  if (tile.thread_rank() < 8)
    values[threadIdx.x] = value;
#else
  // EXPECT-SOMEWHERE: error shuffle-of-absent-lane
  if (tile.thread_rank() < 8)
    values[threadIdx.x] = 1 + tile.shfl_down(1, 8);
#endif
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
