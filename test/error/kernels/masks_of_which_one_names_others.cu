// A lane waits for another one, which comes to the same call with a mask of its own, and waits elsewhere then.
// stderr: error: kernel '.*' cannot make progress in block \(0,0,0\)
// stderr: warp 0: .*lane 0 waits at __ballot_sync\(0x00000003\) .*for lane 1
#include "../error_check.h"

__global__ void vote(unsigned *out) {
  const unsigned lane = threadIdx.x, mask = lane == 0 ? 3u : out[lane] | 1u << lane;
  out[lane] = __ballot_sync(mask, true);
  __syncwarp();
  out[lane] += 1;
}

int main() {
  DeviceArray<unsigned> out(std::vector<unsigned>(32, 0));
  vote<<<1, 32>>>(out.get());
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
