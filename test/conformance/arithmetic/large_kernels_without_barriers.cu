// Kernels of thousands of instructions whose warps never wait: branches, loops that lanes leave one by one,
// shuffles, local arrays and lanes that return in the middle, in dozens of stages one after the other. One is known in
// this file only.
#include "../check.h"

#include <vector>

constexpr int kStages = 24;

// Not a number of lanes, warps or threads.
constexpr int kElements = 997;

template <int kStage> __host__ __device__ unsigned step(const unsigned *in, unsigned x, unsigned thread) {
  unsigned y = in[(thread * (2 * kStage + 1) + x % 13) % kElements];
  if (x % 3 == kStage % 3)
    x = x * 1664525u + y;
  else
    for (unsigned k = 0; k < y % 7; ++k) {
      x ^= in[(thread + k * kStage) % kElements] << k;
      if (x % 11 == 5)
        break;
    }
  return x + (y >> kStage % 5) * (thread ^ kStage);
}

template <int kStage> __device__ unsigned withShuffles(const unsigned *in, unsigned x, unsigned thread) {
  if constexpr (kStage == kStages) {
    return x;
  } else {
    x = step<kStage>(in, x, thread);
    x += __shfl_xor_sync(0xffffffff, x, 1 << kStage % 5);
    return withShuffles<kStage + 1>(in, x, thread);
  }
}

__global__ void exchange(unsigned *out, const unsigned *in) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  out[thread] = withShuffles<0>(in, thread, thread);
}

template <int kStage> void expectedWithShuffles(unsigned *lanes, const unsigned *in, unsigned first) {
  if constexpr (kStage < kStages) {
    unsigned stepped[32];
    for (unsigned lane = 0; lane < 32; ++lane)
      stepped[lane] = step<kStage>(in, lanes[lane], first + lane);
    for (unsigned lane = 0; lane < 32; ++lane)
      lanes[lane] = stepped[lane] + stepped[lane ^ 1 << kStage % 5];
    expectedWithShuffles<kStage + 1>(lanes, in, first);
  }
}

// Returns at what stage the thread ends.
template <int kStage>
__host__ __device__ int untilDone(unsigned *found, const unsigned *in, unsigned x, unsigned thread) {
  if constexpr (kStage == kStages) {
    *found = x;
    return kStages;
  } else {
    unsigned last[4] = {x, thread, kStage, 7};
    x = step<kStage>(in, x, thread);
    last[x % 4] += x;
    x = last[(x >> 8) % 4] ^ last[thread % 4];
    if (x % 37 == kStage) {
      *found = x;
      return kStage;
    }
    return untilDone<kStage + 1>(found, in, x, thread);
  }
}

// Another file may have one of the same name.
static __global__ void leave(unsigned *out, int *stages, const unsigned *in) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  stages[thread] = untilDone<0>(&out[thread], in, thread, thread);
}

int main() {
  std::vector<unsigned> in(kElements);
  for (unsigned i = 0; i < kElements; ++i)
    in[i] = i * 2654435761u >> 3;
  const DeviceArray<unsigned> device_in(in);

  constexpr unsigned kBlocks = 3, kThreads = 256, kFewer = 200; // the last warp of kFewer is not full
  DeviceArray<unsigned> device_out(kBlocks * kThreads);
  exchange<<<kBlocks, kThreads>>>(device_out.get(), device_in.get());
  CHECK_LAUNCH();
  std::vector<unsigned> out = device_out.host();
  for (unsigned first = 0; first < kBlocks * kThreads; first += 32) {
    unsigned lanes[32];
    for (unsigned lane = 0; lane < 32; ++lane)
      lanes[lane] = first + lane;
    expectedWithShuffles<0>(lanes, in.data(), first);
    for (unsigned lane = 0; lane < 32; ++lane)
      CHECK_EQ(out[first + lane], lanes[lane]);
  }

  DeviceArray<int> device_stages(kBlocks * kFewer);
  leave<<<kBlocks, kFewer>>>(device_out.get(), device_stages.get(), device_in.get());
  CHECK_LAUNCH();
  out = device_out.host();
  const std::vector<int> stages = device_stages.host();
  for (unsigned thread = 0; thread < kBlocks * kFewer; ++thread) {
    unsigned found = 0;
    const int stage = untilDone<0>(&found, in.data(), thread, thread);
    CHECK_EQ(out[thread], found);
    CHECK_EQ(stages[thread], stage);
  }
  return verdict();
}
