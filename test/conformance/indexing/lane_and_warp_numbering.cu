// Threads are numbered x first, then y, then z; 32 consecutive numbers are a warp, the rest its lanes.
#include "../check.h"

// Each thread collects the linear numbers of all lanes of its warp with shuffles.
__global__ void collect_warp(unsigned *seen, unsigned *masks) {
  unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  unsigned linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned lanes = min(32u, threads - linear / 32 * 32);
  unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
  for (unsigned lane = 0; lane < lanes; ++lane)
    seen[linear * 32 + lane] = __shfl_sync(mask, linear, lane);
  masks[linear] = __ballot_sync(mask, 1);
}

static void check(dim3 block) {
  unsigned threads = block.x * block.y * block.z;
  DeviceArray<unsigned> seen(threads * 32), masks(threads);
  collect_warp<<<1, block>>>(seen.get(), masks.get());
  CHECK_LAUNCH();
  std::vector<unsigned> got = seen.host(), got_masks = masks.host();
  for (unsigned thread = 0; thread < threads; ++thread) {
    unsigned first = thread / 32 * 32;
    unsigned lanes = threads - first < 32 ? threads - first : 32;
    for (unsigned lane = 0; lane < lanes; ++lane)
      CHECK_EQ(got[thread * 32 + lane], first + lane);
    CHECK_EQ(got_masks[thread], lanes == 32 ? 0xffffffffu : (1u << lanes) - 1);
  }
}

int main() {
  check(32);
  check(45);
  check(dim3(8, 8));
  check(dim3(5, 13));
  check(dim3(3, 5, 7));
  check(dim3(1, 1, 64));
  check(dim3(16, 8, 8));
  return verdict();
}
