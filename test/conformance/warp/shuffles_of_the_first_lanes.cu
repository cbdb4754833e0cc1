// Shuffles whose last lane is known to the run only: in full warps, in warps with some lanes, and in warps that lie behind the
// end, where the operand of PTX is negative and its upper bits make segments.
#include "../check.h"

#include <algorithm>
#include <cstring>

__device__ int shuffleDown(int value, int distance, int bound) {
  int result;
  asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, 0xffffffff;"
               : "=r"(result)
               : "r"(value), "r"(distance), "r"(bound));
  return result;
}

__device__ int shuffleIndex(int value, int lane, int bound) {
  int result;
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, %3, 0xffffffff;"
               : "=r"(result)
               : "r"(value), "r"(lane), "r"(bound));
  return result;
}

// As PTX has it: clamp in the lowest bits, the mask of segments from bit 8 on.
int lastLane(int lane, int bound) {
  const int segment = bound >> 8 & 31;
  return (lane & segment) | (bound & 31 & ~segment);
}

// A sum of the first `n` elements of a block, as by shuffles under a predicate.
template <typename T> __global__ void sumOfFirst(const T *in, T *out, int n) {
  const int lane = threadIdx.x % 32, first = threadIdx.x & ~31;
  const int last = first + 32 <= n ? 31 : n - 1 - first;
  T value = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int distance = 1; distance < 32; distance *= 2) {
    int words[sizeof(T) / 4];
    memcpy(words, &value, sizeof value);
    for (int &word : words)
      word = shuffleDown(word, distance, last);
    T other;
    memcpy(&other, words, sizeof other);
    if (lane + distance <= last)
      value = value * T(3) + other;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

template <typename T> void checkSums() {
  constexpr int kThreads = 256, kBlocks = 2;
  std::vector<T> values(kThreads * kBlocks);
  for (int i = 0; i < kThreads * kBlocks; ++i)
    values[i] = T(i * 7919 % 1024);
  DeviceArray<T> in(values), out(values.size());
  for (int n : {0, 1, 2, 31, 32, 33, 63, 64, 65, 100, 200, 255, 256, 300}) {
    sumOfFirst<<<kBlocks, kThreads>>>(in.get(), out.get(), n);
    CHECK_LAUNCH();
    std::vector<T> expected = values;
    for (int distance = 1; distance < 32; distance *= 2) {
      const std::vector<T> before = expected;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const int thread = static_cast<int>(i) % kThreads, lane = thread % 32, first = thread - lane;
        const int last = first + 32 <= n ? 31 : n - 1 - first;
        if (lane + distance <= last)
          expected[i] = before[i] * T(3) + before[i + distance];
      }
    }
    CHECK_SAME(out.host(), expected);
  }
}

// Any operand, without a predicate; the sum between two shuffles is a branch.
__global__ void anyBound(const int *in, int *out, int bound) {
  int value = in[threadIdx.x];
  value += shuffleDown(value, 1, bound);
  value += shuffleIndex(value, 5, bound);
  if (value % 3 != 0)
    value ^= in[value & 31];
  value += shuffleDown(value, 16, bound);
  value += shuffleIndex(value, 31 - threadIdx.x, bound);
  out[threadIdx.x] = value;
}

void checkAnyBound() {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i)
    values[i] = i * i * 31 + 5;
  DeviceArray<int> in(values), out(32);
  std::vector<int> bounds{31,   0,    5,     30,     -1,     -2,     -31,    -32, -33, -255,    -256,
                          -257, -300, -1024, 0x1f1f, 0x1f00, 0x181f, 0x1c03, 32,  63,  256 + 31};
  for (int bound : bounds) {
    anyBound<<<1, 32>>>(in.get(), out.get(), bound);
    CHECK_LAUNCH();
    std::vector<int> expected = values;
    auto shuffled = [&](bool by_index, auto operand) {
      const std::vector<int> before = expected;
      for (int lane = 0; lane < 32; ++lane) {
        const int segment = bound >> 8 & 31;
        int source = by_index ? (lane & segment) | (operand(lane) & 31 & ~segment) : lane + operand(lane);
        if (source > lastLane(lane, bound))
          source = lane;
        expected[lane] += before[source];
      }
    };
    shuffled(false, [](int) { return 1; });
    shuffled(true, [](int) { return 5; });
    for (int &value : expected)
      if (value % 3 != 0)
        value ^= values[value & 31];
    shuffled(false, [](int) { return 16; });
    shuffled(true, [](int lane) { return 31 - lane; });
    CHECK_SAME(out.host(), expected);
  }
}

int main() {
  checkSums<int>();
  checkSums<float>();
  checkSums<unsigned long long>();
  checkSums<double>();
  checkAnyBound();
  return verdict();
}
