// Some lanes of a warp wait for each other for good. Others could go on, but run in lockstep with those.
// stderr: error: kernel 'deadlock\(int\*, unsigned int\)' cannot make progress in block \(0,0,0\)
// stderr: warp 0: lanes 0-3 wait at __ballot_sync\(0x0000001f\) \[.*{here}\] for lane 4
// stderr: threads? 4.* waits? at __syncthreads.* \[.*{here}\], .* of
// stderr(32): warp 0: lanes 16-31 wait until those go on, to __syncwarp\(0xffff0000\) \[.*{here}\]
#include "../error_check.h"

__global__ void deadlock(int *out, unsigned upper) {
  const unsigned lane = threadIdx.x;
  if (lane < 4) {
    out[lane] = __ballot_sync(0x1fu, true); // <- here
  } else if (lane < 16) {
    __syncthreads(); // <- here
  } else {
    __syncwarp(upper); // <- here
    out[lane] = 1;
  }
}

int main() {
  DeviceArray<int> out(32);
  deadlock<<<1, 32>>>(out.get(), 0xffff0000u);
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
