// A lane calls an intrinsic with a mask that does not name it.
// stderr: {here}: error: .*lane 9 calls __shfl_sync.* with mask 0x000000ff, which does not name it
// stderr: note: block \(0,0,0\), thread \(9,0,0\)
#include "../error_check.h"

__global__ void shuffle(int *out) {
  unsigned mask = threadIdx.x < 8 ? 0x000000ffu : 1u << threadIdx.x;
  if (threadIdx.x == 9)
    mask = 0x000000ffu;
  out[threadIdx.x] = __shfl_sync(mask, threadIdx.x, 0); // <- here
}

int main() {
  DeviceArray<int> out(32);
  shuffle<<<1, 32>>>(out.get());
  checkFailedLaunch(cudaErrorIllegalInstruction);
  return verdict();
}
