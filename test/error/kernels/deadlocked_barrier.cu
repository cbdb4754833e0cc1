// One warp waits at the barrier for another one, which waits in a vote for a lane that is at the barrier.
// stderr: error: kernel 'deadlock\(int\*\)' cannot make progress in block \(0,0,0\)
// stderr: warp 1: lanes 1-31 wait at .*\(0xffffffff\).* for lane 0
// stderr(1): threads 0-32 wait at __syncthreads
// stderr(32): thread 32 waits at __syncthreads
// stderr(32): note: here the lanes of a warp run in lockstep
#include "../error_check.h"

__global__ void deadlock(int *out) {
  int value = threadIdx.x;
  if (threadIdx.x > 32)
    value = __any_sync(0xffffffffu, value == 5);
  __syncthreads();
  out[threadIdx.x] = value;
}

int main() {
  DeviceArray<int> out(64);
  deadlock<<<1, 64>>>(out.get());
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
