// Warps of a block that leave loops at different times, skip what others do, and go on together: with values
// that come from before and are used afterwards, around barriers, for all lengths near the edges of warps and
// blocks.
#include "../check.h"

constexpr int kMost = 3000;

// Each thread's elements, their sum in the thread's order, and how many there were.
template <typename Index>
__global__ void strideOverTheGrid(const int *in, int *out, Index n, unsigned long long *sums, int *counts) {
  unsigned long long sum = 1000 * threadIdx.x;
  int count = 0;
  Index last = 0;
  for (Index i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    sum = sum * 3 + in[i];
    out[i] += in[i] + threadIdx.x;
    last = i;
    ++count;
  }
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  sums[thread] = sum + last;
  counts[thread] = count;
}

template <typename Index> void checkStride(const dim3 &grid, int block) {
  const int threads = grid.x * block;
  int *in, *out, *counts;
  unsigned long long *sums;
  CHECK_CUDA(cudaMallocManaged(&in, kMost * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&out, kMost * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&counts, threads * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&sums, threads * sizeof(unsigned long long)));
  for (int i = 0; i < kMost; ++i)
    in[i] = i * 7919 % 1009;
  for (int n : {0, 1, 31, 32, 33, 255, 256, 257, 511, 512, 513, 1000, 1024, 2047, 2048, 2049, 2999}) {
    for (int i = 0; i < kMost; ++i)
      out[i] = -1;
    strideOverTheGrid<Index><<<grid, block>>>(in, out, static_cast<Index>(n), sums, counts);
    CHECK_CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < kMost; ++i)
      CHECK(out[i] == (i < n ? -1 + in[i] + i % threads % block : -1));
    for (int thread = 0; thread < threads; ++thread) {
      unsigned long long sum = 1000 * (thread % block), last = 0;
      int count = 0;
      for (int i = thread; i < n; i += threads, ++count) {
        sum = sum * 3 + in[i];
        last = i;
      }
      CHECK(sums[thread] == sum + last && counts[thread] == count);
    }
  }
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
  CHECK_CUDA(cudaFree(counts));
  CHECK_CUDA(cudaFree(sums));
}

// The counter comes so close to the largest number that that of a later warp, or of a later lane, wraps: i is
// then negative, and the loop goes on with it once more.
__global__ void wrap(unsigned start, int bound, int step, unsigned *visited) {
  unsigned seen = 0, hash = 0;
  for (int i = start + threadIdx.x; i < bound && seen < 5; i = static_cast<unsigned>(i) + step) {
    ++seen;
    hash = hash * 31 + static_cast<unsigned>(i);
  }
  visited[threadIdx.x] = hash * 8 + seen;
}

__global__ void wrapSimply(unsigned start, int bound, unsigned step, unsigned *visited) {
  unsigned hash = 0;
  for (int i = start + threadIdx.x; i < bound; i += step)
    hash = hash * 31 + static_cast<unsigned>(i);
  visited[threadIdx.x] = hash;
}

void checkWrap() {
  unsigned *visited;
  CHECK_CUDA(cudaMallocManaged(&visited, 256 * sizeof(unsigned)));
  for (unsigned before : {0u, 1u, 30u, 31u, 32u, 100u, 223u, 224u, 254u, 255u, 256u, 1000u})
    for (int bound : {0x7fffffff, 0x7fffffff - 40, 0}) {
      const unsigned start = 0x7fffffffu - before;
      wrap<<<1, 256>>>(start, bound, 300, visited);
      CHECK_CUDA(cudaDeviceSynchronize());
      for (unsigned thread = 0; thread < 256; ++thread) {
        unsigned seen = 0, hash = 0;
        for (int i = static_cast<int>(start + thread); i < bound && seen < 5;
             i = static_cast<int>(static_cast<unsigned>(i) + 300)) {
          ++seen;
          hash = hash * 31 + static_cast<unsigned>(i);
        }
        CHECK(visited[thread] == hash * 8 + seen);
      }
      // No step misses what lies above the bound.
      constexpr unsigned kStep = 1u << 29;
      const int below = 0x7fffffff - (bound == 0 ? 1 << 30 : 1 << 29);
      wrapSimply<<<1, 256>>>(start, below, kStep, visited);
      CHECK_CUDA(cudaDeviceSynchronize());
      for (unsigned thread = 0; thread < 256; ++thread) {
        unsigned hash = 0;
        for (int i = static_cast<int>(start + thread); i < below;
             i = static_cast<int>(static_cast<unsigned>(i) + kStep))
          hash = hash * 31 + static_cast<unsigned>(i);
        CHECK(visited[thread] == hash);
      }
    }
  CHECK_CUDA(cudaFree(visited));
}

// Regions of all kinds, one after the other and in loops that all warps run together.
__global__ void partAndMeet(const int *in, int n, unsigned *out) {
  __shared__ unsigned partial[32];
  __shared__ unsigned histogram[16];
  const int warp = (threadIdx.x + threadIdx.y * blockDim.x) / 32,
            lane = (threadIdx.x + threadIdx.y * blockDim.x) % 32;
  const int thread = threadIdx.x + threadIdx.y * blockDim.x, threads = blockDim.x * blockDim.y;
  unsigned value = in[thread], other = thread;
  if (thread < 16)
    histogram[thread] = 0;
  if (warp == 3)
    value = value * 2 + lane;
  else if (warp > 4)
    other = value - warp;
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    // As many times as the warp's number says; then by lane.
    for (int k = 0; k < warp + round; ++k)
      value += in[(thread + k) % n] ^ k;
    for (int k = lane; k < 40 + warp; k += 7)
      other = other * 5 + k;
    for (int i = thread; i < n; i += threads) {
      if (in[i] % 3 == 0)
        continue;
      atomicAdd(&histogram[in[i] & 15], round + 1);
      if (in[i] == 1000)
        break;
    }
    unsigned sum = value;
    for (int offset = 16; offset > 0; offset /= 2)
      sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
      partial[warp] = sum;
    __syncthreads();
    if (warp == 0) {
      unsigned all = lane < threads / 32 ? partial[lane] : 0;
      for (int offset = 16; offset > 0; offset /= 2)
        all += __shfl_xor_sync(0xffffffff, all, offset);
      if (lane == 0)
        partial[0] = all;
    }
    __syncthreads();
    value ^= partial[0];
    __syncthreads();
  }
  out[2 * thread] = value + (thread < 16 ? histogram[thread] : 0);
  out[2 * thread + 1] = other;
}

void partAndMeetOnHost(const int *in, int n, int threads, unsigned *out) {
  unsigned histogram[16] = {}, value[256], other[256];
  for (int t = 0; t < threads; ++t) {
    const int warp = t / 32, lane = t % 32;
    value[t] = in[t];
    other[t] = t;
    if (warp == 3)
      value[t] = value[t] * 2 + lane;
    else if (warp > 4)
      other[t] = value[t] - warp;
  }
  for (int round = 0; round < 3; ++round) {
    unsigned all = 0;
    for (int t = 0; t < threads; ++t) {
      const int warp = t / 32, lane = t % 32;
      for (int k = 0; k < warp + round; ++k)
        value[t] += in[(t + k) % n] ^ k;
      for (int k = lane; k < 40 + warp; k += 7)
        other[t] = other[t] * 5 + k;
      for (int i = t; i < n; i += threads) {
        if (in[i] % 3 == 0)
          continue;
        histogram[in[i] & 15] += round + 1;
        if (in[i] == 1000)
          break;
      }
      all += value[t];
    }
    for (int t = 0; t < threads; ++t)
      value[t] ^= all;
  }
  for (int t = 0; t < threads; ++t) {
    out[2 * t] = value[t] + (t < 16 ? histogram[t] : 0);
    out[2 * t + 1] = other[t];
  }
}

void checkPartAndMeet(const dim3 &block) {
  constexpr int n = 1111;
  const int threads = block.x * block.y;
  int *in;
  unsigned *out, expected[512];
  CHECK_CUDA(cudaMallocManaged(&in, n * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&out, sizeof expected));
  for (int i = 0; i < n; ++i)
    in[i] = i * 7919 % 1009;
  partAndMeet<<<1, block>>>(in, n, out);
  CHECK_CUDA(cudaDeviceSynchronize());
  partAndMeetOnHost(in, n, threads, expected);
  for (int i = 0; i < 2 * threads; ++i)
    CHECK(out[i] == expected[i]);
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
}

int main() {
  for (int block : {32, 64, 128, 256, 96, 100}) {
    checkStride<int>(2, block);
    checkStride<unsigned>(3, block);
  }
  checkStride<long long>(2, 256);
  checkStride<unsigned long long>(1, 256);
  checkStride<short>(1, 256);
  checkWrap();
  for (dim3 block : {dim3(256), dim3(128), dim3(64), dim3(16, 16), dim3(8, 16), dim3(32, 8), dim3(64, 4)})
    checkPartAndMeet(block);
  return verdict();
}
