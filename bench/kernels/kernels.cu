#include "kernels.h"

namespace {

// Results go here, under a condition that never holds but that no compiler can know.
__device__ float sink;

__global__ void empty() {}

__global__ void barriers(int count) {
  for (int i = 0; i < count; ++i) {
    __syncthreads();
  }
}

__global__ void shuffles(int count) {
  unsigned value = threadIdx.x;
  for (int i = 0; i < count; ++i) {
    value += __shfl_xor_sync(0xffffffff, value, 1 << i % 5);
  }
  if (value == 1) {
    sink = value;
  }
}

// From five places, as in most programs; the ones above are called from one.
__global__ void sums(int count) {
  unsigned value = threadIdx.x;
  for (int i = 0; i < count; i += 5) {
    for (int distance = 16; distance; distance /= 2) {
      value += __shfl_xor_sync(0xffffffff, value, distance);
    }
  }
  if (value == 1) {
    sink = value;
  }
}

__global__ void votes(int count) {
  unsigned value = threadIdx.x;
  for (int i = 0; i < count; i += 4) {
    value += __any_sync(0xffffffff, value == 77);
    value += __all_sync(0xffffffff, value > 5);
    value += __ballot_sync(0xffffffff, value & 1);
    value ^= __any_sync(0xffffffff, value > 99);
  }
  if (value == 1) {
    sink = value;
  }
}

__global__ void compute(int steps) {
  float x = 1.0f / (1.0f + threadIdx.x);
  for (int i = 0; i < steps; ++i) {
    x = fmaf(x, 0.999f, 0.001f);
  }
  if (x < 0.0f) {
    sink = x;
  }
}

} // namespace

void launchEmpty() { empty<<<1, 1>>>(); }
void launchBarriers(int threads, int count) { barriers<<<1, threads>>>(count); }
void launchShuffles(int count) { shuffles<<<1, 32>>>(count); }
void launchSums(int count) { sums<<<1, 32>>>(count); }
void launchVotes(int warps, int count) { votes<<<1, 32 * warps>>>(count); }
void launchCompute(int blocks, int steps) { compute<<<blocks, 256>>>(steps); }
