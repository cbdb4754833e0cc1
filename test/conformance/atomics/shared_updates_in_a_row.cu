// Several atomic operations on shared memory one after the other, in full and in partly active warps: each
// thread's own come in the order of the source, none is lost, and what is read between them is what they made
// of it.
#include "../check.h"

#include <algorithm>

constexpr int kThreads = 256, kBins = 64;

__device__ unsigned wordOf(unsigned thread) { return (thread * 2654435761u) ^ (thread << 7); }

__global__ void updates(int active, unsigned *sums, unsigned *highest, unsigned long long *wide,
                        float *floats, unsigned *own, unsigned *before) {
  __shared__ unsigned sum[kBins], high[kBins], slots[kThreads];
  __shared__ unsigned long long big[kBins];
  __shared__ float real[kBins];
  const unsigned thread = threadIdx.x, word = wordOf(thread);
  if (thread < kBins) {
    sum[thread] = high[thread] = 0;
    big[thread] = 0;
    real[thread] = 0;
  }
  slots[thread] = 7;
  __syncthreads();
  before[thread] = 0;
  if (thread % 32 < active) {
    atomicAdd(&sum[word % kBins], word & 15);
    atomicAdd(&sum[word / kBins % kBins], 1);
    atomicMax(&high[word % kBins], word);
    atomicAdd(&big[word % kBins], 1ull << (word % 40));
    atomicAdd(&real[word % kBins], 1.0f);
    atomicSub(&sum[thread % kBins], 3);
    // These updates are of this thread alone.
    atomicAdd(&slots[thread], 1);
    atomicExch(&slots[thread], 100 + thread);
    atomicAdd(&slots[thread], 5);
    atomicAnd(&slots[thread], 0xffffu);
    before[thread] = slots[thread];
    atomicXor(&slots[thread], 1);
    atomicCAS(&slots[thread], (105 + thread) ^ 1, thread * 3);
    atomicInc(&slots[thread], 1000000);
    before[thread] += atomicAdd(&slots[thread], 2);
  }
  __syncthreads();
  own[thread] = slots[thread];
  if (thread < kBins) {
    sums[thread] = sum[thread];
    highest[thread] = high[thread];
    wide[thread] = big[thread];
    floats[thread] = real[thread];
  }
}

int main() {
  for (int active : {32, 31, 17, 1, 0})
    for (int threads : {256, 128, 64}) {
      DeviceArray<unsigned> sums(kBins), highest(kBins), own(kThreads), before(kThreads);
      DeviceArray<unsigned long long> wide(kBins);
      DeviceArray<float> floats(kBins);
      updates<<<1, threads>>>(active, sums.get(), highest.get(), wide.get(), floats.get(), own.get(),
                              before.get());
      CHECK_LAUNCH();
      std::vector<unsigned> sum(kBins), high(kBins), slots(kThreads), seen(kThreads);
      std::vector<unsigned long long> big(kBins);
      std::vector<float> real(kBins);
      for (unsigned thread = 0; thread < static_cast<unsigned>(threads); ++thread) {
        const unsigned word = (thread * 2654435761u) ^ (thread << 7);
        slots[thread] = 7;
        if (static_cast<int>(thread % 32) >= active)
          continue;
        sum[word % kBins] += word & 15;
        sum[word / kBins % kBins] += 1;
        high[word % kBins] = std::max(high[word % kBins], word);
        big[word % kBins] += 1ull << (word % 40);
        real[word % kBins] += 1;
        sum[thread % kBins] -= 3;
        seen[thread] = 105 + thread + thread * 3 + 1;
        slots[thread] = thread * 3 + 3;
      }
      CHECK_SAME(sums.host(), sum);
      CHECK_SAME(highest.host(), high);
      CHECK_SAME(wide.host(), big);
      CHECK_SAME(floats.host(), real);
      CHECK_SAME(own.host(), slots);
      CHECK_SAME(before.host(), seen);
    }
  return verdict();
}
