// Lane 0 waits for lane 1 at __syncwarp while lane 1 waits for lane 0 at the block's barrier: nobody can go
// on.
// stderr: error: kernel 'deadlock\(int\*\)' cannot make progress in block \(1,0,0\)
// stderr: warp 0: lane 0 waits at __syncwarp\(0x00000003\) \[.*{here}\] for lane 1
// stderr: thread 1 waits at __syncthreads.* \[.*{here}\], 1 of 2
#include "../error_check.h"

__global__ void deadlock(int *out) {
  if (blockIdx.x == 1) {
    if (threadIdx.x == 0)
      __syncwarp(0x3); // <- here
    else
      __syncthreads(); // <- here
  }
  out[threadIdx.x] = 1;
}

int main() {
  DeviceArray<int> out(2);
  deadlock<<<2, 2>>>(out.get());
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
