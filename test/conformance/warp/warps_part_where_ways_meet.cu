// Parts of a kernel through which the warps of a block go in different ways, and which begin where ways that
// are the same for all of them meet, or at the kernel's first instruction.
#include "../check.h"

constexpr int kThreads = 256, kRounds = 5;

// Some work that all warps do alike.
__host__ __device__ unsigned inStep(const int *in, int rounds, int thread, unsigned value) {
  for (int k = 0; k < rounds; ++k)
    value = value * 31 + in[k * 3 + thread];
  return value;
}

// What the loop counts down from was chosen just before it, in each thread's own way.
__host__ __device__ unsigned chooseAndPart(const int *in, int rounds, bool loads, int thread) {
  unsigned value = inStep(in, rounds, thread, thread);
  short left = static_cast<short>(thread / 5);
  if (loads)
    for (int k = 0; k < rounds; ++k)
      left = static_cast<short>(left ^ in[thread + k * 2]);
  do {
    value = value * 5 + left;
    left = static_cast<short>(left >> 1);
  } while (left > 0 && (value & 7) != 3);
  return inStep(in, rounds, thread, value + left);
}

__global__ void chooseAndPart(const int *in, int rounds, bool loads, unsigned *out) {
  out[threadIdx.x] = chooseAndPart(in, rounds, loads, static_cast<int>(threadIdx.x));
}

// One way leads from the first branch into the middle of what warps part for.
__global__ void partAtOnce(const int *in, int rounds, bool jumps, int place, unsigned *out) {
  __shared__ unsigned exchanged[kThreads];
  unsigned kept[4] = {1, 2, 3, 4};
  const int thread = threadIdx.x;
  unsigned value = thread;
  if (jumps) {
    kept[place & 3] = in[thread];
    goto middle;
  }
  if (thread / 32 % 3 == 1)
    goto end;
  kept[thread & 3] += in[thread + 1];
  if (thread / 32 == 2)
    goto middle;
  value += kept[place & 3] * 7;
  goto end;
middle:
  kept[(thread + place) & 3] ^= value;
  value ^= kept[thread / 2 & 3];
end:
  exchanged[thread] = inStep(in, rounds, thread, value + kept[place & 3]);
  __syncthreads();
  out[thread] = exchanged[thread ^ 33];
}

unsigned partAtOnceOnHost(const int *in, int rounds, bool jumps, int place, int thread) {
  unsigned kept[4] = {1, 2, 3, 4}, value = thread;
  bool goes_to_middle = jumps;
  if (jumps) {
    kept[place & 3] = in[thread];
  } else if (thread / 32 % 3 != 1) {
    kept[thread & 3] += in[thread + 1];
    goes_to_middle = thread / 32 == 2;
    if (!goes_to_middle)
      value += kept[place & 3] * 7;
  }
  if (goes_to_middle) {
    kept[(thread + place) & 3] ^= value;
    value ^= kept[thread / 2 & 3];
  }
  return inStep(in, rounds, thread, value + kept[place & 3]);
}

int main() {
  std::vector<int> in(kThreads + 32);
  Random random;
  for (int &number : in)
    number = static_cast<int>(random.below(1000));
  const DeviceArray<int> numbers(in);
  DeviceArray<unsigned> out(kThreads);
  std::vector<unsigned> expected(kThreads);
  for (int block : {64, 128, 256})
    for (bool flag : {false, true}) {
      std::vector<unsigned> results;
      auto checkAll = [&](auto expectedOf) {
        CHECK_LAUNCH();
        results = out.host();
        for (int thread = 0; thread < block; ++thread)
          CHECK_EQ(results[thread], expectedOf(thread));
      };
      chooseAndPart<<<1, block>>>(numbers.get(), kRounds, flag, out.get());
      checkAll([&](int thread) { return chooseAndPart(in.data(), kRounds, flag, thread); });
      for (int place : {0, 3}) {
        partAtOnce<<<1, block>>>(numbers.get(), kRounds, flag, place, out.get());
        checkAll([&](int thread) { return partAtOnceOnHost(in.data(), kRounds, flag, place, thread ^ 33); });
      }
    }
  return verdict();
}
