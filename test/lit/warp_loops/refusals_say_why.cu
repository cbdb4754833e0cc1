// Passes that work on the warps and blocks of a kernel say at which line they leave it alone, and why.
// RUN: %raddle explain %s --passes --kernel part | FileCheck %s --check-prefix=PART
// RUN: %raddle explain %s --passes --kernel tile | FileCheck %s --check-prefix=TILE
// RUN: %raddle explain %s --passes --kernel grows | FileCheck %s --check-prefix=STACK
// RUN: %raddle explain %s --passes --kernel clears | FileCheck %s --check-prefix=BATCH
#include <cooperative_groups.h>

// PART: refusals_say_why.cu:[[#@LINE+5]]: not changed by loop-over-warps: warps may come to different barriers
__global__ void part(int *out, int steps) {
  if (threadIdx.x / 32 == 2)
    __syncthreads();
  out[threadIdx.x] = steps;
  __syncthreads();
}

// TILE: not changed by loop-over-warps: warps of a tile may return before its barrier
__global__ void tile(int *out, int steps) {
  auto tile = cooperative_groups::tiled_partition<64>(cooperative_groups::this_thread_block());
  if (threadIdx.x / 32 == steps)
    return;
  tile.sync();
  out[threadIdx.x] += 1;
}

__device__ __noinline__ int depth(int n) { return n < 2 ? n : depth(n - 1) + depth(n - 2); }
// STACK: not changed by loop-over-warps: only the run knows how much stack a warp needs
__global__ void grows(int *out, int n) {
  out[threadIdx.x] = depth(n);
  __syncthreads();
  out[threadIdx.x ^ 32] += n;
}

// BATCH: not changed by batch-blocks: blocks do more than compute before this loop over the grid
__global__ void clears(const float *in, float *out, int n) {
  __shared__ float last[1024];
  last[threadIdx.x] = 0;
  __syncthreads();
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    sum += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum + last[threadIdx.x ^ 32];
}
