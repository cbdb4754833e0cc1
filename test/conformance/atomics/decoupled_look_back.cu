// A prefix sum in one pass: each block waits for the sum of the block before it. Blocks take their
// number from a ticket, so whoever waits waits for a block that has already started.
#include "../check.h"

struct Chain {
  unsigned ticket;
  int padding;
};

__global__ void scan(const int *in, int *out, int count, Chain *chain, int *sums, volatile int *ready) {
  __shared__ int values[128];
  __shared__ int block, before;
  int t = threadIdx.x;
  if (t == 0)
    block = atomicAdd(&chain->ticket, 1u);
  __syncthreads();
  int i = block * 128 + t;
  values[t] = i < count ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    int other = t >= step ? values[t - step] : 0;
    __syncthreads();
    values[t] += other;
    __syncthreads();
  }
  if (t == 0) {
    before = 0;
    if (block > 0) {
      while (!ready[block - 1]) {
      }
      __threadfence();
      before = const_cast<volatile int *>(sums)[block - 1];
    }
    sums[block] = before + values[127];
    __threadfence();
    ready[block] = 1;
  }
  __syncthreads();
  if (i < count)
    out[i] = before + values[t];
}

// The same with blockIdx in place of the ticket: blocks start in launch order.
__global__ void pass_along(volatile int *cells) {
  if (blockIdx.x > 0)
    while (cells[blockIdx.x - 1] == 0) {
    }
  cells[blockIdx.x] = blockIdx.x == 0 ? 1 : cells[blockIdx.x - 1] + 1;
}

int main() {
  const int count = 30'011, blocks = (count + 127) / 128;
  Random random;
  std::vector<int> values(count), expected(count);
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    values[i] = static_cast<int>(random.below(201)) - 100;
    expected[i] = sum += values[i];
  }
  DeviceArray<int> in(values), out(count), sums(blocks), ready(blocks), cells(300);
  DeviceArray<Chain> chain(1);
  scan<<<blocks, 128>>>(in.get(), out.get(), count, chain.get(), sums.get(), ready.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
  pass_along<<<300, 1>>>(cells.get());
  CHECK_LAUNCH();
  std::vector<int> got = cells.host();
  for (int i = 0; i < 300; ++i)
    CHECK_EQ(got[i], i + 1);
  return verdict();
}
