// A function that stays and has no effect still knows who calls it, through any number of others.
#include "../check.h"

__device__ __noinline__ unsigned whoAmI(unsigned factor) {
  return (threadIdx.x + blockDim.x * threadIdx.y) * factor + blockIdx.x;
}
__device__ __noinline__ unsigned ask(unsigned factor) { return whoAmI(factor) ^ whoAmI(factor + 1); }

__global__ void askOnce(unsigned *out) {
  const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y;
  out[blockIdx.x * blockDim.x * blockDim.y + thread] = ask(7);
}

// Nothing else in this kernel looks at its thread.
__global__ void askOnly(unsigned *sum) { atomicAdd(sum, ask(3)); }

unsigned onHost(unsigned thread, unsigned block, unsigned factor) {
  return (thread * factor + block) ^ (thread * (factor + 1) + block);
}

int main() {
  constexpr unsigned kBlocks = 3;
  for (dim3 block : {dim3(64), dim3(1), dim3(7, 5), dim3(16, 16)}) {
    const unsigned threads = block.x * block.y;
    DeviceArray<unsigned> out(kBlocks * threads), sum(std::vector<unsigned>{0});
    askOnce<<<kBlocks, block>>>(out.get());
    askOnly<<<kBlocks, block>>>(sum.get());
    CHECK_LAUNCH();
    const std::vector<unsigned> results = out.host();
    unsigned expected = 0;
    for (unsigned i = 0; i < kBlocks * threads; ++i) {
      CHECK_EQ(results[i], onHost(i % threads, i / threads, 7));
      expected += onHost(i % threads, i / threads, 3);
    }
    CHECK_EQ(sum.host()[0], expected);
  }
  return verdict();
}
