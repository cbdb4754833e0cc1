// A tile of two warps synchronises in one of them.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void exchange(int *values) {
  __shared__ cg::block_tile_memory<128> memory;
  auto block = cg::this_thread_block(memory);
  auto tile = cg::tiled_partition<64>(block);
#ifdef REPAIRED
  tile.sync();
#else
  // EXPECT-SOMEWHERE: error deadlock
  if (threadIdx.x < 32 || threadIdx.x >= 64)
    tile.sync();
#endif
  values[threadIdx.x] = 1;
  __syncthreads();
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  exchange<<<1, 128>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
