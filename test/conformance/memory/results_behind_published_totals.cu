// Results that a block stores after it has told the next block its total, and results that it stores before and the next
// block reads.
// env: RADDLE_STREAM_THREADS=0
#include "../check.h"

constexpr int kThreads = 128;

__device__ int waitFor(volatile int *totals, int block) {
  int total;
  while ((total = totals[block]) < 0) {
  }
  return total;
}

// Prefixes of the blocks' totals, and then whole lines of results.
__global__ void scanTotals(int *out, volatile int *totals, int own) {
  __shared__ int before;
  __shared__ volatile int items[kThreads];
  if (threadIdx.x == 0) {
    before = blockIdx.x ? waitFor(totals, blockIdx.x - 1) : 0;
    totals[blockIdx.x] = before + own;
    __threadfence();
  }
  items[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    out[(blockIdx.x * 4 + i) * kThreads + threadIdx.x] = before + items[kThreads - 1 - threadIdx.x] + i;
}

// The next block reads what this one has stored.
__global__ void handOn(int *out, volatile int *flags) {
  if (blockIdx.x > 0) {
    if (threadIdx.x == 0)
      waitFor(flags, blockIdx.x - 1);
    __syncthreads();
    __threadfence();
  }
  const int i = blockIdx.x * kThreads + threadIdx.x;
  volatile int *previous = out + i - kThreads;
  out[i] = blockIdx.x ? previous[0] + 1 : int(threadIdx.x);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    flags[blockIdx.x] = 1;
}

int main() {
  const int blocks = 200;
  const std::vector<int> none(blocks, -1);
  const DeviceArray<int> totals(none), out(blocks * 4 * kThreads);
  scanTotals<<<blocks, kThreads>>>(out.get(), totals.get(), 5);
  CHECK_LAUNCH();
  const std::vector<int> got = out.host();
  for (int i = 0; i < blocks * 4 * kThreads; ++i)
    CHECK_EQ(got[i], i / (4 * kThreads) * 5 + kThreads - 1 - i % kThreads + i / kThreads % 4);
  const DeviceArray<int> flags(none), chain(blocks * kThreads);
  handOn<<<blocks, kThreads>>>(chain.get(), flags.get());
  CHECK_LAUNCH();
  const std::vector<int> handed = chain.host();
  for (int i = 0; i < blocks * kThreads; ++i)
    CHECK_EQ(handed[i], i % kThreads + i / kThreads);
  return verdict();
}
