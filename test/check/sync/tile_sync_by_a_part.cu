// A tile synchronises in a branch that half of it takes.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void exchange(int *values) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
#ifdef REPAIRED
  tile.sync();
  if (tile.thread_rank() < 16)
    values[threadIdx.x] = 1;
#else
  if (tile.thread_rank() < 16) {
    // EXPECT-SOMEWHERE: error mask-names-absent-lanes
    tile.sync();
    values[threadIdx.x] = 1;
  }
#endif
  __syncthreads();
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
