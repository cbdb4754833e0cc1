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

// The same, a place for each thread: lanes of a warp look at each other's. What each says before it looks differs.
constexpr int kSmall = 64, kSmallBlocks = 6, kAll = kSmall * kSmallBlocks;

__device__ void goBack(volatile int *state, int *out, int place, int first) {
  int sum = 1;
  for (int other = place - 1; other >= first; --other) {
    int seen;
    do {
      __threadfence();
      seen = state[other];
    } while (seen == 0);
    sum += seen & kValue;
    if (seen & kComplete)
      break;
  }
  state[place] = sum | kComplete;
  out[place - first] = sum;
}

__device__ int ownPlace() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

__global__ void allSay(volatile int *state, int *out) {
  state[ownPlace()] = 1 | kPartial;
  goBack(state, out, ownPlace(), 0);
}
__global__ void allSayInRounds(volatile int *state, int *out) {
  for (int round = 0; round < 3; ++round) {
    const int place = ownPlace() + round * kAll;
    state[place] = 1 | kPartial;
    __syncthreads();
    goBack(state, out, place, round * kAll);
    __syncthreads();
  }
}
__global__ void nobodySays(volatile int *state, int *out) { goBack(state, out, ownPlace(), 0); }
__global__ void someSay(volatile int *state, int *out) {
  if (threadIdx.x % 2 == 0)
    state[ownPlace()] = 1 | kPartial;
  __syncthreads();
  goBack(state, out, ownPlace(), 0);
}
__global__ void takenBack(volatile int *state, int *out) {
  state[ownPlace()] = 1 | kPartial;
  __syncthreads();
  state[ownPlace()] = 0;
  __syncthreads();
  goBack(state, out, ownPlace(), 0);
}
__global__ void saidElsewhere(volatile int *state, int *out) {
  state[ownPlace() + kAll] = 1 | kPartial;
  __syncthreads();
  goBack(state, out, ownPlace(), 0);
}
__global__ void mayBeNothing(volatile int *state, int *out) {
  state[ownPlace()] = out[ownPlace()];
  __syncthreads();
  goBack(state, out, ownPlace(), 0);
}

void checkPlaces(void (*kernel)(volatile int *, int *)) {
  int *state, *out;
  CHECK_CUDA(cudaMalloc(&state, 3 * kAll * sizeof(int)));
  CHECK_CUDA(cudaMemset(state, 0, 3 * kAll * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&out, kAll * sizeof(int)));
  CHECK_CUDA(cudaMemset(out, 0, kAll * sizeof(int)));
  kernel<<<kSmallBlocks, kSmall>>>(state, out);
  CHECK_LAUNCH();
  for (int i = 0; i < kAll; ++i)
    if (out[i] != i + 1)
      CHECK_EQ(out[i], i + 1);
  CHECK_CUDA(cudaFree(state));
  CHECK_CUDA(cudaFree(out));
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
  for (auto *kernel : {allSay, allSayInRounds, nobodySays, someSay, takenBack, saidElsewhere, mayBeNothing})
    checkPlaces(kernel);
  return verdict();
}
