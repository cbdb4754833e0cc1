// Some lanes of some warps of a block return, after loops and within them; those that remain go on with
// votes and shuffles whose masks name all lanes, and need not wait for those that have returned.
#include "../check.h"

constexpr int kMostThreads = 1024;
constexpr int kTerms = 50;
constexpr unsigned kAll = 0xffffffff;

// What all warps do alike.
__device__ unsigned workInStep(const int *in, int thread, int terms) {
  unsigned sum = thread;
  for (int k = 0; k < terms; ++k)
    sum = sum * 3 + in[(thread + k) % kMostThreads];
  return sum;
}

__global__ void returnOnce(const int *in, unsigned *out, int terms, int first_lane_left, int whole_warp) {
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  const unsigned sum = workInStep(in, thread, terms);
  if (lane < first_lane_left && warp != whole_warp) {
    out[thread] = sum;
    return;
  }
  const unsigned left = __ballot_sync(kAll, true);
  out[thread] = sum ^ left ^ __shfl_sync(kAll, sum, 31);
}

// As above, without a word.
__global__ void returnSilently(const int *in, unsigned *out, int terms, int first_lane_left, int whole_warp) {
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  const unsigned sum = workInStep(in, thread, terms);
  if (lane < first_lane_left && warp != whole_warp)
    return;
  const unsigned left = __ballot_sync(kAll, true);
  out[thread] = sum ^ left ^ __shfl_sync(kAll, sum, 31);
}

// In each round one lane more of each warp, and sometimes a warp.
__global__ void returnInRounds(const int *in, unsigned *out, int terms, int rounds) {
  const int thread = threadIdx.x, warp = thread / 32, lane = thread % 32;
  unsigned sum = workInStep(in, thread, terms);
  for (int round = 0; round < rounds; ++round) {
    if (lane == (warp + round) % 31 || round > warp * 3 + 5) {
      out[thread] = sum + round;
      return;
    }
    sum = sum * 5 + __ballot_sync(kAll, lane & 1);
    __syncwarp();
  }
  out[thread] = sum ^ __shfl_sync(kAll, sum, 31);
}

void onHost(const int *in, int threads, unsigned *sums) {
  for (int thread = 0; thread < threads; ++thread) {
    sums[thread] = thread;
    for (int k = 0; k < kTerms; ++k)
      sums[thread] = sums[thread] * 3 + in[(thread + k) % kMostThreads];
  }
}

void checkReturnOnce(const int *in, unsigned *out, int threads, bool silently) {
  static unsigned sums[kMostThreads];
  onHost(in, threads, sums);
  for (int first_lane_left : {0, 1, 16, 31})
    for (int whole_warp : {-1, 0, 1, 5}) {
      for (int thread = 0; thread < threads; ++thread)
        out[thread] = 7;
      (silently ? returnSilently : returnOnce)<<<1, threads>>>(in, out, kTerms, first_lane_left, whole_warp);
      CHECK_CUDA(cudaDeviceSynchronize());
      for (int thread = 0; thread < threads; ++thread) {
        const int warp = thread / 32, lane = thread % 32;
        const bool is_whole = warp == whole_warp;
        const unsigned left = is_whole ? kAll : kAll << first_lane_left;
        if (left >> lane & 1)
          CHECK(out[thread] == (sums[thread] ^ left ^ sums[warp * 32 + 31]));
        else
          CHECK(out[thread] == (silently ? 7 : sums[thread]));
      }
    }
}

void checkReturnInRounds(const int *in, unsigned *out, int threads) {
  static unsigned sums[kMostThreads], expected[kMostThreads];
  for (int rounds : {0, 1, 7, 40}) {
    onHost(in, threads, sums);
    for (int start = 0; start < threads; start += 32) {
      const int warp = start / 32;
      unsigned left = kAll;
      for (int round = 0; round < rounds; ++round) {
        for (int lane = 0; lane < 32; ++lane)
          if ((left >> lane & 1) && (lane == (warp + round) % 31 || round > warp * 3 + 5)) {
            expected[start + lane] = sums[start + lane] + round;
            left &= ~(1u << lane);
          }
        for (int lane = 0; lane < 32; ++lane)
          sums[start + lane] = sums[start + lane] * 5 + (left & 0xaaaaaaaa);
      }
      for (int lane = 0; lane < 32; ++lane)
        if (left >> lane & 1)
          expected[start + lane] = sums[start + lane] ^ sums[start + 31];
    }
    returnInRounds<<<1, threads>>>(in, out, kTerms, rounds);
    CHECK_CUDA(cudaDeviceSynchronize());
    for (int thread = 0; thread < threads; ++thread)
      CHECK(out[thread] == expected[thread]);
  }
}

int main() {
  int *in;
  unsigned *out;
  CHECK_CUDA(cudaMallocManaged(&in, kMostThreads * sizeof(int)));
  CHECK_CUDA(cudaMallocManaged(&out, kMostThreads * sizeof(unsigned)));
  for (int i = 0; i < kMostThreads; ++i)
    in[i] = i * 7919 % 1009;
  for (int threads : {32, 64, 96, 128, 256, 1024}) {
    checkReturnOnce(in, out, threads, false);
    checkReturnOnce(in, out, threads, true);
    checkReturnInRounds(in, out, threads);
  }
  CHECK_CUDA(cudaFree(in));
  CHECK_CUDA(cudaFree(out));
  return verdict();
}
