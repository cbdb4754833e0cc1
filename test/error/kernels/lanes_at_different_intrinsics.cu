// Lanes of one mask call different intrinsics.
// stderr: {here}: error: .*lane \d+ calls .* with mask 0x0000000f while lane \d+ waits at .* with the same mask
// stderr: {here}: note: lane \d+ waits here
#include "../error_check.h"

__global__ void differ(unsigned *out) {
  if (threadIdx.x < 2)
    out[threadIdx.x] = __shfl_sync(0xfu, threadIdx.x, 0); // <- here
  else
    out[threadIdx.x] = __ballot_sync(0xfu, true); // <- here
}

int main() {
  DeviceArray<unsigned> out(4);
  differ<<<1, 4>>>(out.get());
  checkFailedLaunch(cudaErrorIllegalInstruction);
  return verdict();
}
