#include "../check.h"

#include <new>

// A prefix sum in one pass: a block reads its tile by rows of the warp, turns it in shared memory so that each thread has
// neighbouring elements, adds up by shuffles of 32-bit halves, looks back at the blocks before it, and turns it back.

constexpr int kThreads = 128, kWarps = kThreads / 32;

template <typename T> __device__ T shuffleUp(T value, int distance) {
  unsigned words[sizeof(T) / 4];
  __builtin_memcpy(words, &value, sizeof value);
#pragma unroll
  for (unsigned &word : words)
    word = __shfl_up_sync(~0u, word, distance);
  __builtin_memcpy(&value, words, sizeof value);
  return value;
}

template <typename T> struct Total {
  T sum;
  volatile int state; // 0: none yet, 1: of this tile, 2: of all up to it
};

template <typename T, int kItems>
__global__ void scan(T *out, const T *in, int n, Total<T> *totals, int *ticket) {
  __shared__ T tile[kThreads * kItems];
  __shared__ T of_warps[kWarps], before_block;
  __shared__ int number;
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  if (t == 0)
    number = atomicAdd(ticket, 1);
  __syncthreads();
  const int first = number * kThreads * kItems, row = warp * 32 * kItems + lane;
  T items[kItems];
  if (first + kThreads * kItems <= n) {
#pragma unroll
    for (int i = 0; i < kItems; ++i)
      items[i] = in[first + row + 32 * i];
  } else {
#pragma unroll
    for (int i = 0; i < kItems; ++i)
      items[i] = first + row + 32 * i < n ? in[first + row + 32 * i] : T(0);
  }
#pragma unroll
  for (int i = 0; i < kItems; ++i)
    new (&tile[row + 32 * i]) T(items[i]);
  __syncwarp();
#pragma unroll
  for (int i = 0; i < kItems; ++i)
    items[i] = tile[t * kItems + i];
  __syncthreads();
#pragma unroll
  for (int i = 1; i < kItems; ++i)
    items[i] += items[i - 1];
  T sum = items[kItems - 1];
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const T other = shuffleUp(sum, distance);
    if (lane >= distance)
      sum += other;
  }
  if (lane == 31)
    of_warps[warp] = sum;
  T before = sum - items[kItems - 1];
  __syncthreads();
  T block_sum = 0;
#pragma unroll
  for (int w = 0; w < kWarps; ++w) {
    if (w == warp)
      before += block_sum;
    block_sum += of_warps[w];
  }
  if (t == 0) {
    Total<T> *own = totals + number;
    own->sum = block_sum;
    __threadfence();
    own->state = number == 0 ? 2 : 1;
    T sum_before = 0;
    for (int b = number - 1; b >= 0; --b) {
      while (totals[b].state == 0) {
      }
      __threadfence();
      sum_before += totals[b].sum;
    }
    before_block = sum_before;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kItems; ++i)
    tile[t * kItems + i] = items[i] + before + before_block;
  __syncwarp();
#pragma unroll
  for (int i = 0; i < kItems; ++i)
    if (first + row + 32 * i < n)
      out[first + row + 32 * i] = tile[row + 32 * i];
}

template <typename T, int kItems> void check() {
  constexpr int kBlocks = 5, kSize = kThreads * kItems * kBlocks;
  T *in, *out;
  Total<T> *totals;
  int *ticket;
  CHECK_CUDA(cudaMallocManaged(&in, kSize * sizeof(T)));
  CHECK_CUDA(cudaMallocManaged(&out, kSize * sizeof(T)));
  CHECK_CUDA(cudaMallocManaged(&totals, kBlocks * sizeof(Total<T>)));
  CHECK_CUDA(cudaMallocManaged(&ticket, sizeof(int)));
  for (int n : {kSize, kSize - 1, kSize - kThreads * kItems + 33}) {
    std::vector<T> expected(n);
    T sum = 0;
    for (int i = 0; i < kSize; ++i) {
      in[i] = T(i * 2654435761u) * T(i + 1);
      if (i < n)
        expected[i] = sum += in[i];
    }
    CHECK_CUDA(cudaMemset(totals, 0, kBlocks * sizeof(Total<T>)));
    *ticket = 0;
    scan<T, kItems><<<kBlocks, kThreads>>>(out, in, n, totals, ticket);
    CHECK_LAUNCH();
    CHECK_SAME(std::vector<T>(out, out + n), expected);
  }
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
  CHECK_CUDA(cudaFree(totals));
  CHECK_CUDA(cudaFree(ticket));
}

int main() {
  check<unsigned, 15>();
  check<unsigned, 9>();
  check<unsigned, 4>();
  check<unsigned, 3>();
  check<unsigned long long, 7>();
  check<unsigned long long, 11>();
  return verdict();
}
