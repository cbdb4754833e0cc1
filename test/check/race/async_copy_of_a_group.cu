// A group that has copied together needs wait(), which is more than a barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void load(int *values) {
  __shared__ alignas(16) int tile[256];
  const cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, values, sizeof(tile));
#ifdef REPAIRED
  cg::wait(block);
#else
  block.sync();
#endif
  values[512 + threadIdx.x] = tile[255 - threadIdx.x]; // EXPECT: error race-shared
#ifndef REPAIRED
  cg::wait(block);
#endif
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  load<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
