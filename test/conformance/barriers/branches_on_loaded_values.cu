#include "../check.h"

// Whether and how often a block comes to a barrier depends on what it has loaded: segments of any length, a number that one
// thread leaves in shared memory, an early return.

constexpr int kThreads = 128;

// In tiles, so that long segments come to more barriers than short ones; a tile's rest begins with a guard of its own.
__global__ void sums(const int *bounds, const int *values, int *sums) {
  __shared__ int of_warps[kThreads / 32];
  const int begin = bounds[blockIdx.x], end = bounds[blockIdx.x + 1];
  if (begin == end) {
    if (threadIdx.x == 0)
      sums[blockIdx.x] = -1;
    return;
  }
  int total = 0;
  for (int tile = begin; tile < end; tile += 4 * kThreads) {
    const int valid = min(end - tile, 4 * kThreads);
    int sum = 0, k = threadIdx.x;
    if (k < valid) {
      sum = values[tile + k];
      k += kThreads;
    }
    while (k < valid) {
      sum += values[tile + k];
      k += kThreads;
    }
    for (int distance = 16; distance > 0; distance /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (threadIdx.x % 32 == 0)
      of_warps[threadIdx.x / 32] = sum;
    __syncthreads();
    for (int warp = 0; warp < kThreads / 32; ++warp)
      total += of_warps[warp];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = total;
}

// Warp 0 says how many rounds are left; all read it after the barrier, and only then is it written again.
__global__ void rounds(const int *counts, int *out) {
  __shared__ int left;
  if (threadIdx.x == 0)
    left = counts[blockIdx.x];
  __syncthreads();
  int done = 0;
  while (left > 0) {
    ++done;
    __syncthreads();
    if (threadIdx.x == kThreads - 1)
      left -= 1 + done % 2;
    __syncthreads();
  }
  out[blockIdx.x * kThreads + threadIdx.x] = done;
}

// What a warp reads after its own write is not what the others read.
__global__ void own(const int *counts, int *out) {
  __shared__ int places[kThreads / 32];
  const int warp = threadIdx.x / 32;
  places[warp] = counts[(blockIdx.x + warp) % 4];
  __syncwarp();
  int seen = 0;
  if (places[warp] > 2)
    seen = places[warp] * 10;
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.x] = seen + places[(warp + 1) % (kThreads / 32)];
}

template <typename T> T *managed(std::size_t count) {
  T *memory;
  CHECK_CUDA(cudaMallocManaged(&memory, count * sizeof(T)));
  return memory;
}

int main() {
  constexpr int kBlocks = 60;
  const int lengths[] = {0, 1, 31, 32, 33, 127, 128, 129, 0, 500, 511, 512, 513, 700, 1300};
  int *bounds = managed<int>(kBlocks + 1), *results = managed<int>(kBlocks * kThreads);
  bounds[0] = 0;
  for (int i = 0; i < kBlocks; ++i)
    bounds[i + 1] = bounds[i] + lengths[i * 7 % 15];
  int *values = managed<int>(bounds[kBlocks] + 1);
  for (int i = 0; i < bounds[kBlocks]; ++i)
    values[i] = i % 97 - 20;
  sums<<<kBlocks, kThreads>>>(bounds, values, results);
  CHECK_LAUNCH();
  for (int i = 0; i < kBlocks; ++i) {
    int expected = 0;
    for (int k = bounds[i]; k < bounds[i + 1]; ++k)
      expected += values[k];
    CHECK_EQ(results[i], bounds[i] == bounds[i + 1] ? -1 : expected);
  }

  int *counts = managed<int>(kBlocks);
  for (int i = 0; i < kBlocks; ++i)
    counts[i] = i % 9;
  rounds<<<kBlocks, kThreads>>>(counts, results);
  CHECK_LAUNCH();
  for (int i = 0; i < kBlocks * kThreads; ++i) {
    int expected = 0;
    for (int left = counts[i / kThreads]; left > 0; left -= 1 + expected % 2)
      ++expected;
    CHECK_EQ(results[i], expected);
  }

  own<<<kBlocks, kThreads>>>(counts, results);
  CHECK_LAUNCH();
  for (int i = 0; i < kBlocks * kThreads; ++i) {
    auto count = [&](int warp) { return counts[(i / kThreads + warp) % 4]; };
    const int warp = i % kThreads / 32;
    CHECK_EQ(results[i], (count(warp) > 2 ? count(warp) * 10 : 0) + count((warp + 1) % 4));
  }
  return verdict();
}
