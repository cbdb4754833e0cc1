// Each thread looks back for a number of its own: it says what its block has, reads what the blocks before have until one
// of them knows the sum of all up to it, then says the sum. So do single-pass sorts. Lanes that are done have said
// something before, so nobody waits for what they have yet to say.
#include "../check.h"

constexpr int kBins = 256, kBlocks = 300, kThreads = 384;
constexpr int kPartial = 1 << 30, kComplete = 1 << 31, kValue = ~(kPartial | kComplete);

__device__ int ticket;

__device__ int countOf(int block, int bin) { return (block * 7 + bin * 13) % 5; }

// Bins are counted by the first threads of the block.
__global__ void lookBack(volatile int *state, int *sums) {
  __shared__ int drawn, before[kBins];
  if (threadIdx.x == 0)
    drawn = atomicAdd(&ticket, 1);
  __syncthreads();
  const int block = drawn, bin = static_cast<int>(threadIdx.x);
  const int own = bin < kBins ? countOf(block, bin) : 0;
  if (bin < kBins)
    state[block * kBins + bin] = own | kPartial;
  __syncthreads();
  if (bin < kBins) {
    int sum = own;
    unsigned looking = ~0u;
    for (int other = block - 1; other >= 0; --other) {
      int seen;
      do {
        __threadfence_block();
        seen = state[other * kBins + bin];
      } while (seen == 0);
      sum += seen & kValue;
      looking = __ballot_sync(looking, (seen & kComplete) == 0);
      if (seen & kComplete)
        break;
    }
    state[block * kBins + bin] = sum | kComplete;
    before[bin] = sum - own;
  }
  __syncthreads();
  if (bin < kBins)
    sums[block * kBins + bin] = before[(bin + 1) % kBins];
}

int main() {
  int *state, *sums, zero = 0;
  CHECK_CUDA(cudaMalloc(&state, kBlocks * kBins * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&sums, kBlocks * kBins * sizeof(int)));
  for (int round = 0; round < 2; ++round) {
    CHECK_CUDA(cudaMemset(state, 0, kBlocks * kBins * sizeof(int)));
    CHECK_CUDA(cudaMemcpyToSymbol(ticket, &zero, sizeof zero));
    lookBack<<<kBlocks, kThreads>>>(state, sums);
    CHECK_LAUNCH();
    std::vector<int> before(kBins);
    for (int block = 0; block < kBlocks; ++block)
      for (int bin = 0; bin < kBins; ++bin) {
        const int next = (bin + 1) % kBins;
        if (sums[block * kBins + bin] != before[next])
          CHECK_EQ(sums[block * kBins + bin], before[next]);
        if (bin == kBins - 1)
          for (int each = 0; each < kBins; ++each)
            before[each] += (block * 7 + each * 13) % 5;
      }
  }
  CHECK(sums[kBlocks * kBins - 1] > 0);
  return verdict();
}
