// Lanes with equal digits find each other by a vote for each bit, or by a match, and one of them counts for all: each lane
// learns how many with its digit came before it. Digits may have more bits than are voted on only if those are equal.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

constexpr int kDigits = 16, kRounds = 5, kWarps = 4;

enum class Leader { kHighest, kLowest, kFirstOfCount };

template <Leader kLeader> __device__ bool isLeader(unsigned peers, int lane) {
  switch (kLeader) {
  case Leader::kHighest:
    return lane == 31 - __clz(peers);
  case Leader::kLowest:
    return lane == __ffs(peers) - 1;
  default:
    return __popc(peers & ((1u << lane) - 1)) == 0;
  }
}

template <Leader kLeader> __device__ int leaderOf(unsigned peers) {
  return kLeader == Leader::kHighest ? 31 - __clz(peers) : __ffs(peers) - 1;
}

__device__ unsigned peersByVotes(unsigned all, unsigned digit) {
  unsigned peers = all;
#pragma unroll
  for (int bit = 0; bit < 4; ++bit) {
    const unsigned vote = __ballot_sync(all, digit >> bit & 1);
    peers &= digit >> bit & 1 ? vote : ~vote;
  }
  return peers;
}

// Votes that ask something else than for a bit.
__device__ unsigned peersByHalves(unsigned all, unsigned digit) {
  unsigned peers = __ballot_sync(all, digit < 8);
  if (digit >= 8)
    peers = ~peers;
#pragma unroll
  for (int bit = 0; bit < 3; ++bit) {
    const unsigned vote = __ballot_sync(all, (digit & 1 << bit) != 0);
    peers &= (digit & 1 << bit) == 0 ? ~vote : vote;
  }
  return peers & all;
}

template <Leader kLeader, int kHow, typename Count>
__global__ void rank(const unsigned *keys, int shift, Count *ranks, Count *totals) {
  __shared__ Count counts[kWarps][kDigits];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned here = blockDim.x - warp * 32, all = here < 32 ? (1u << here) - 1 : ~0u;
  for (int i = lane; i < kDigits; i += here < 32 ? here : 32)
    counts[warp][i] = 0;
  __syncwarp(all);
  for (int round = 0; round < kRounds; ++round) {
    const int place = round * blockDim.x + threadIdx.x;
    const unsigned digit = keys[place] >> shift & (kDigits - 1);
    const unsigned peers = kHow == 0   ? peersByVotes(all, digit)
                           : kHow == 1 ? __match_any_sync(all, digit)
                                       : peersByHalves(all, digit);
    const int before = __popc(peers & ((1u << lane) - 1));
    Count first = 0;
    if (isLeader<kLeader>(peers, lane))
      first = atomicAdd(&counts[warp][digit], Count(__popc(peers)));
    first = __shfl_sync(peers, first, leaderOf<kLeader>(peers));
    ranks[place] = first + Count(before);
    __syncwarp(all);
  }
  for (int i = lane; i < kDigits; i += here < 32 ? here : 32)
    totals[warp * kDigits + i] = counts[warp][i];
}

template <Leader kLeader, int kHow, typename Count> void check(int threads, unsigned different) {
  Random random;
  std::vector<unsigned> keys(kRounds * threads);
  for (unsigned &key : keys)
    key = (random.below(different) << 7) | random.below(128);
  DeviceArray<unsigned> device_keys(keys);
  DeviceArray<Count> ranks(kRounds * threads), totals(kWarps * kDigits);
  rank<kLeader, kHow><<<1, threads>>>(device_keys.get(), 7, ranks.get(), totals.get());
  CHECK_LAUNCH();
  const std::vector<Count> got = ranks.host(), got_totals = totals.host();
  std::vector<Count> counts(kWarps * kDigits);
  for (int round = 0; round < kRounds; ++round)
    for (int thread = 0; thread < threads; ++thread) {
      const unsigned digit = keys[round * threads + thread] >> 7 & (kDigits - 1);
      CHECK_EQ(got[round * threads + thread], counts[thread / 32 * kDigits + digit]);
      counts[thread / 32 * kDigits + digit] += 1;
    }
  for (int i = 0; i < (threads + 31) / 32 * kDigits; ++i)
    CHECK_EQ(got_totals[i], counts[i]);
}

// Several lanes of a group update: they must not be taken for one.
__global__ void everyone(const unsigned *keys, int *counts, int least) {
  __shared__ int shared[kDigits];
  if (threadIdx.x < kDigits)
    shared[threadIdx.x] = 0;
  __syncthreads();
  const unsigned digit = keys[threadIdx.x] % kDigits;
  const unsigned pairs = __match_any_sync(~0u, digit / 2);
  // One of each pair of digits counts that it is there, in a place that other pairs share.
  if (int(threadIdx.x % 32) == __ffs(pairs) - 1)
    atomicAdd(&shared[digit / 8], 1);
  const unsigned peers = __match_any_sync(~0u, digit);
  if (__popc(peers) >= least)
    atomicAdd(&shared[digit], 1);
  __syncthreads();
  if (threadIdx.x < kDigits)
    counts[threadIdx.x] = shared[threadIdx.x];
}

void checkEveryone() {
  Random random;
  std::vector<unsigned> keys(64);
  for (unsigned &key : keys)
    key = unsigned(random.bits());
  DeviceArray<unsigned> device_keys(keys);
  DeviceArray<int> counts(kDigits);
  everyone<<<1, 64>>>(device_keys.get(), counts.get(), 2);
  CHECK_LAUNCH();
  std::vector<int> expected(kDigits);
  for (int warp = 0; warp < 2; ++warp) {
    int pairs[kDigits / 2] = {}, digits[kDigits] = {};
    for (int lane = 0; lane < 32; ++lane) {
      ++pairs[keys[warp * 32 + lane] % kDigits / 2];
      ++digits[keys[warp * 32 + lane] % kDigits];
    }
    for (int pair = 0; pair < kDigits / 2; ++pair)
      expected[pair / 4] += pairs[pair] > 0;
    for (int digit = 0; digit < kDigits; ++digit)
      expected[digit] += digits[digit] >= 2 ? digits[digit] : 0;
  }
  const std::vector<int> got = counts.host();
  for (int i = 0; i < kDigits; ++i)
    CHECK_EQ(got[i], expected[i]);
}

template <Leader kLeader> void checkAll(int threads, unsigned different) {
  check<kLeader, 0, int>(threads, different);
  check<kLeader, 1, int>(threads, different);
  check<kLeader, 2, int>(threads, different);
  check<kLeader, 0, float>(threads, different);
  check<kLeader, 1, unsigned long long>(threads, different);
}

int main() {
  for (int threads : {32, 128, 75})
    for (unsigned different : {1u, 3u, 16u}) {
      checkAll<Leader::kHighest>(threads, different);
      checkAll<Leader::kLowest>(threads, different);
      checkAll<Leader::kFirstOfCount>(threads, different);
    }
  checkEveryone();
  return verdict();
}
