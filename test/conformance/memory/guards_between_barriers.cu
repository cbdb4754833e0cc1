// Loads that some threads skip, in a loop around barriers. What threads that skip them compute for an index is
// below zero, which as an unsigned number is far behind the others'.
#include "../check.h"

constexpr unsigned kThreads = 384, kBlocks = 3, kElements = 1024;

__host__ __device__ unsigned turned(unsigned long long number) {
  unsigned result = 0;
  for (int bit = 0; bit < 32; ++bit)
    result |= static_cast<unsigned>(number >> bit & 1) << (31 - bit);
  return result;
}

__device__ __noinline__ unsigned by_thread(unsigned number) { return number * 3 + threadIdx.x; }
__device__ __noinline__ unsigned by_two(unsigned number) { return number * 2 + threadIdx.x; }
__device__ unsigned (*ways[2])(unsigned) = {by_thread, by_two};

__global__ void look_back(unsigned *out, const unsigned *const *in, unsigned back, int rounds) {
  __shared__ unsigned tile[kThreads];
  const unsigned thread = threadIdx.x;
  unsigned sum = thread, other = thread ^ 5;
  unsigned long long total = thread;
  tile[thread] = sum;
  __syncthreads();
  int round = 0;
  do {
    if (thread >= back) {
      sum += turned(total);
    } else {
      const unsigned x = (thread & 511u) + (back & 3u);
      if (x >= 8u) {
        const unsigned place = x - (back & 7u);
        total += place;
        sum ^= (*in)[place];
      }
      other += ways[sum & 1](other - thread / 32u);
    }
    __syncthreads();
    if (thread % 8 == 0)
      tile[thread] = sum + other;
    __syncthreads();
    other ^= tile[thread];
  } while (++round < rounds);
  out[blockIdx.x * blockDim.x + thread] = sum + other + static_cast<unsigned>(total);
}

// Two loads with an index each, one of them skipped by more threads, and what has no other effect.
__global__ void look_back_twice(unsigned *out, const unsigned *in, unsigned back, int rounds) {
  __shared__ unsigned tile[kThreads];
  const unsigned thread = threadIdx.x;
  unsigned sum = thread;
  for (int round = 0; round < rounds; ++round) {
    const unsigned x = thread + round;
    if (x >= back) {
      sum += in[x - back];
      if (x >= 2 * back)
        sum ^= in[x - 2 * back] * 3;
    }
    tile[thread] = sum;
    __syncthreads();
    sum += tile[thread ^ 1];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + thread] = sum;
}

unsigned expected(unsigned thread, const std::vector<unsigned> &in, unsigned back, int rounds) {
  unsigned sum = thread, other = thread ^ 5, tile = thread;
  unsigned long long total = thread;
  for (int round = 0; round < rounds; ++round) {
    if (thread >= back) {
      sum += turned(total);
    } else {
      const unsigned x = thread + (back & 3);
      if (x >= 8) {
        total += x - (back & 7);
        sum ^= in[x - (back & 7)];
      }
      other += (other - thread / 32) * (sum & 1 ? 2 : 3) + thread;
    }
    if (thread % 8 == 0)
      tile = sum + other;
    other ^= tile;
  }
  return sum + other + static_cast<unsigned>(total);
}

int main() {
  std::vector<unsigned> values(kElements);
  for (unsigned i = 0; i < kElements; ++i)
    values[i] = i * 2654435761u;
  DeviceArray<unsigned> in(values);
  DeviceArray<const unsigned *> pointer(std::vector<const unsigned *>{in.get()});
  for (unsigned back : {77u, 13u, 400u, 7u}) {
    DeviceArray<unsigned> out(kBlocks * kThreads);
    look_back<<<kBlocks, kThreads>>>(out.get(), pointer.get(), back, 3);
    CHECK_LAUNCH();
    std::vector<unsigned> got = out.host();
    for (unsigned i = 0; i < got.size(); ++i)
      CHECK_EQ(got[i], expected(i % kThreads, values, back, 3));

    look_back_twice<<<kBlocks, kThreads>>>(out.get(), in.get(), back, 3);
    CHECK_LAUNCH();
    got = out.host();
    std::vector<unsigned> sums(kThreads), next(kThreads);
    for (unsigned i = 0; i < kThreads; ++i)
      sums[i] = i;
    for (unsigned round = 0; round < 3; ++round) {
      for (unsigned i = 0; i < kThreads; ++i) {
        if (i + round >= back)
          sums[i] += values[i + round - back];
        if (i + round >= 2 * back)
          sums[i] ^= values[i + round - 2 * back] * 3;
      }
      for (unsigned i = 0; i < kThreads; ++i)
        next[i] = sums[i] + sums[i ^ 1];
      sums = next;
    }
    for (unsigned i = 0; i < got.size(); ++i)
      CHECK_EQ(got[i], sums[i % kThreads]);
  }
  return verdict();
}
