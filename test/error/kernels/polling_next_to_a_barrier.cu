// One thread polls for what a thread after the barrier would write: a report of the poller and of the
// waiters.
// env: RADDLE_HANG_SECONDS=1
// stderr: error: kernel 'stuck\(.*\)' made no progress
// stderr: thread 0 polls memory
// stderr(1): threads 1-63 wait at __syncthreads
// stderr(32): warp 0: lanes 1-31 wait for those, unless they have returned
// stderr(32): the other warps of the block run before or after that one
#include "../error_check.h"

__global__ void stuck(volatile int *flag) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  __syncthreads();
  *flag = 1;
}

int main() {
  DeviceArray<int> flag(1);
  stuck<<<1, 64>>>(flag.get());
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
