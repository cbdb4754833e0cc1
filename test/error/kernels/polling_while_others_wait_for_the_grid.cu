// A block polls for what another one would write after grid.sync(), to which it does not come.
// env: RADDLE_HANG_SECONDS=1
// stderr: error: kernel 'poll\(int volatile\*\)' made no progress for 1 seconds
// stderr: block \(1,0,0\): threads 0-31 poll memory
// stderr: blocks \(0,0,0\), \(2,0,0\):
// stderr: threads 0-31 wait at grid\.sync\(\) \[.*{here}\], 32 of 32
#include "../error_check.h"

#include <cooperative_groups.h>

__global__ void poll(volatile int *flag) {
  if (blockIdx.x == 1)
    while (*flag == 0) {
    }
  cooperative_groups::this_grid().sync(); // <- here
  *flag = 1;
}

int main() {
  DeviceArray<int> flag(1);
  int *pointer = flag.get();
  void *arguments[] = {&pointer};
  CHECK_CUDA(cudaLaunchCooperativeKernel(poll, 3, 32, arguments));
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
