// grid.sync() among barriers of the block: values that live across it, in loops, in blocks of any size, and where warps
// or single threads have returned before.
#include "../check.h"

#include <cooperative_groups.h>

#include <algorithm>

namespace cg = cooperative_groups;

constexpr int kMostThreads = 256;

// Each block reverses the row that another block wrote, adds what it kept, and counts.
__global__ void rotate(int *rows, int *counts, int rounds) {
  __shared__ int tile[kMostThreads];
  cg::grid_group grid = cg::this_grid();
  const int threads = blockDim.x, blocks = gridDim.x;
  int own = 1000 * blockIdx.x + threadIdx.x, odd = 0;
  for (int round = 0; round < rounds; ++round) {
    rows[blockIdx.x * threads + threadIdx.x] = own;
    grid.sync();
    tile[threads - 1 - threadIdx.x] = rows[(blockIdx.x + round + 1) % blocks * threads + threadIdx.x];
    __syncthreads();
    own += tile[threadIdx.x] + round;
    odd += __syncthreads_count(own & 1);
    if (round % 3 != 1)
      grid.sync();
    else
      cg::sync(grid);
  }
  rows[blockIdx.x * threads + threadIdx.x] = own;
  if (threadIdx.x == 0)
    counts[blockIdx.x] = odd;
}

void rotateOnHost(std::vector<int> &rows, std::vector<int> &counts, int blocks, int threads, int rounds) {
  for (int i = 0; i < blocks * threads; ++i)
    rows[i] = 1000 * (i / threads) + i % threads;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<int> before = rows;
    for (int block = 0; block < blocks; ++block)
      for (int thread = 0; thread < threads; ++thread) {
        int &own = rows[block * threads + thread];
        own += before[(block + round + 1) % blocks * threads + threads - 1 - thread] + round;
        counts[block] += own & 1;
      }
  }
}

// Threads from `stays` on return; the others take one step for each meeting.
__global__ void leave(int *values, int stays, int rounds) {
  cg::grid_group grid = cg::this_grid();
  const int threads = blockDim.x, self = blockIdx.x * threads + threadIdx.x;
  const int neighbour = (blockIdx.x + 1) % gridDim.x * threads + threadIdx.x, all = gridDim.x * threads;
  values[self] = self;
  if (threadIdx.x >= stays)
    return;
  grid.sync();
  int sum = 0;
  for (int round = 0; round < rounds; ++round) {
    sum += values[round % 2 * all + neighbour];
    values[(round + 1) % 2 * all + self] = sum;
    grid.sync();
  }
  values[rounds % 2 * all + self] = sum;
}

void testRotate(int blocks, int threads, int rounds) {
  DeviceArray<int> rows(blocks * threads), counts(blocks);
  int *row = rows.get(), *count = counts.get();
  void *arguments[] = {&row, &count, &rounds};
  CHECK_CUDA(cudaLaunchCooperativeKernel((void *)rotate, dim3(blocks), dim3(threads), arguments, 0, nullptr));
  CHECK_LAUNCH();
  std::vector<int> expected_rows(blocks * threads), expected_counts(blocks);
  rotateOnHost(expected_rows, expected_counts, blocks, threads, rounds);
  CHECK_SAME(rows.host(), expected_rows);
  CHECK_SAME(counts.host(), expected_counts);
}

void testLeave(int blocks, int threads, int stays, int rounds) {
  const int all = blocks * threads;
  DeviceArray<int> values(2 * all);
  int *slots = values.get();
  void *arguments[] = {&slots, &stays, &rounds};
  CHECK_CUDA(cudaLaunchCooperativeKernel((void *)leave, dim3(blocks), dim3(threads), arguments, 0, nullptr));
  CHECK_LAUNCH();
  std::vector<int> now(all), next(all), sums(all);
  for (int i = 0; i < all; ++i)
    now[i] = i;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < all; ++i)
      next[i] = sums[i] += now[(i / threads + 1) % blocks * threads + i % threads];
    now = next;
  }
  const std::vector<int> got = values.host();
  for (int i = 0; i < all; ++i)
    if (i % threads < stays)
      CHECK_EQ(got[rounds % 2 * all + i], sums[i]);
    else
      CHECK_EQ(got[i], i);
}

int main() {
  for (int blocks : {1, 3, 8})
    for (int threads : {1, 20, 32, 100, 256})
      testRotate(blocks, threads, 7);
  testRotate(13, 96, 7);
  testRotate(4, 128, 100);
  for (int threads : {32, 100, 256})
    for (int stays : {1, 31, 32, 64, 90, 256})
      testLeave(5, threads, std::min(stays, threads), 6);
  return verdict();
}
