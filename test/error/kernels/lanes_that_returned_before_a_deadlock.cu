// Some lanes of a warp wait at the block's barrier, others in a vote for these, and some have returned.
// stderr: error: kernel 'deadlock\(int\*\)' cannot make progress in block \(0,0,0\)
// stderr: warp 0: lanes 8-31 wait at __ballot_sync\(0xffffffff\) \[.*{here}\] for lanes 4-7
// stderr: threads 4-7 wait at __syncthreads\(\) \[.*{here}\], 4 of 28
// stderr: 4 of 32 threads have returned
// stderr(32): warp 0: lanes 0-3 have returned
// stderr(32): note: here the lanes of a warp run in lockstep
#include "../error_check.h"

__global__ void deadlock(int *out) {
  if (threadIdx.x < 4)
    return;
  if (threadIdx.x < 8)
    __syncthreads(); // <- here
  else
    out[threadIdx.x] = __ballot_sync(0xffffffffu, true); // <- here
}

int main() {
  DeviceArray<int> out(32);
  deadlock<<<1, 32>>>(out.get());
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
