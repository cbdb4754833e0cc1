// Cooperative groups and what goes with them: tiles, collectives, copies ahead, the last block, the whole grid.
#include "kernels.h"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;
using namespace ablation;

__global__ void reduceTiles(int *total, const int *values, int size) {
  __shared__ int partial[8];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    sum += values[i];
  sum = cg::reduce(warp, sum, cg::plus<int>());
  if (warp.thread_rank() == 0)
    partial[warp.meta_group_rank()] = sum;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    sum = warp.thread_rank() < warp.meta_group_size() ? partial[warp.thread_rank()] : 0;
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (warp.thread_rank() == 0)
      atomicAdd(total, sum);
  }
}

ABLATION_KERNEL(reduction_by_tiles) {
  constexpr int size = 4 << 20;
  DeviceArray<int> values = integersBelow(1000, size), total(1);
  runner.before([&] { bench::require(cudaMemset(total, 0, 4)); });
  runner.measure([&] { reduceTiles<<<128, 256>>>(total, values, size); }, total);
}

__global__ void sumsOfEight(float *sums, const float *values, int size) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i < size ? values[i] : 0;
  for (int offset = 4; offset > 0; offset /= 2)
    value += tile.shfl_down(value, offset);
  if (tile.thread_rank() == 0)
    sums[i / 8] = value;
}

ABLATION_KERNEL(sums_of_tiles_of_8) {
  constexpr int size = 1 << 20;
  DeviceArray<float> values = uniform(size), sums(size / 8);
  runner.measure([&] { sumsOfEight<<<size / 256, 256>>>(sums, values, size); }, sums);
}

__global__ void aggregatedIncrement(int *out, int *count, const int *in, int size) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    if (in[i] % 4 == 0) {
      auto active = cg::coalesced_threads();
      int base = 0;
      if (active.thread_rank() == 0)
        base = atomicAdd(count, active.size());
      out[active.shfl(base, 0) + active.thread_rank()] = in[i];
    }
}

ABLATION_KERNEL(filter_with_coalesced_threads) {
  constexpr int size = 1 << 20;
  DeviceArray<int> in = integersBelow(1 << 20, size), out(size), count(1);
  runner.before([&] { bench::require(cudaMemset(count, 0, 4)); });
  runner.measure([&] { aggregatedIncrement<<<128, 256>>>(out, count, in, size); }, count);
}

__global__ void copyAhead(float *out, const float *in, int batches) {
  __shared__ float stages[2][256];
  cg::thread_block block = cg::this_thread_block();
  const float *mine = in + blockIdx.x * batches * 256;
  float sum = 0;
  cg::memcpy_async(block, stages[0], mine, sizeof(float) * 256);
  for (int batch = 0; batch < batches; ++batch) {
    if (batch + 1 < batches) {
      cg::memcpy_async(block, stages[(batch + 1) % 2], mine + (batch + 1) * 256, sizeof(float) * 256);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    const float *stage = stages[batch % 2];
    sum = sum * 0.5f + stage[threadIdx.x] + stage[(threadIdx.x + 1) % 256] + stage[(threadIdx.x + 17) % 256];
    block.sync();
  }
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

ABLATION_KERNEL(copies_in_two_stages) {
  constexpr int blocks = 64, batches = 64;
  DeviceArray<float> in = uniform(blocks * batches * 256), out(blocks * 256);
  runner.measure([&] { copyAhead<<<blocks, 256>>>(out, in, batches); }, out);
}

__device__ unsigned finished;

__global__ void lastBlockSums(float *result, float *partial, const float *values, int size) {
  __shared__ float tile[256];
  __shared__ bool is_last;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    sum += values[i];
  tile[threadIdx.x] = sum;
  __syncthreads();
  for (int stride = 128; stride > 32; stride >>= 1) {
    if (threadIdx.x < stride)
      tile[threadIdx.x] += tile[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    sum = tile[threadIdx.x] + tile[threadIdx.x + 32];
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, offset);
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    is_last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    float total = 0;
    for (int i = 0; i < gridDim.x; ++i)
      total += partial[i];
    *result = total;
  }
}

ABLATION_KERNEL(reduction_by_the_last_block) {
  constexpr int size = 2 << 20, blocks = 128;
  DeviceArray<float> values = uniform(size), partial(blocks), result(1);
  runner.measure([&] { lastBlockSums<<<blocks, 256>>>(result, partial, values, size); }, result);
}

__global__ void jacobiOfGrid(float *one, float *other, int size, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int step = 0; step < steps; ++step) {
    for (int i = grid.thread_rank() + 1; i < size - 1; i += grid.size())
      other[i] = 0.5f * (one[i - 1] + one[i + 1]);
    grid.sync();
    float *swapped = one;
    one = other;
    other = swapped;
  }
}

ABLATION_KERNEL(jacobi_with_grid_sync) {
  static int size = 1 << 16, steps = 50;
  DeviceArray<float> first = uniform(size), one(size), other(size);
  runner.before([&] {
    bench::require(cudaMemcpy(one, first, size * 4, cudaMemcpyDeviceToDevice));
    bench::require(cudaMemcpy(other, first, size * 4, cudaMemcpyDeviceToDevice));
  });
  runner.measure(
      [&] {
        float *a = one, *b = other;
        void *arguments[] = {&a, &b, &size, &steps};
        bench::require(cudaLaunchCooperativeKernel((void *)jacobiOfGrid, 8, 256, arguments));
      },
      one, other);
}

__global__ void scanOfTiles(int *out, const int *in, int size) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size)
    out[i] = cg::exclusive_scan(warp, in[i]);
}

ABLATION_KERNEL(exclusive_scan_of_tiles) {
  constexpr int size = 1 << 20;
  DeviceArray<int> in = integersBelow(1000, size), out(size);
  runner.measure([&] { scanOfTiles<<<size / 256, 256>>>(out, in, size); }, out);
}
