// Threads poll for a flag that nobody sets: with a limit set, the launch ends and says who polls where.
// env: RADDLE_HANG_SECONDS=1
// stderr: error: kernel 'wait_for_ever\(.*\)' made no progress for 1 seconds?
// stderr: block \(\d+,0,0\): threads? 0(-3)? polls? memory \[.*{here}.*\]
#include "../error_check.h"

__global__ void wait_for_ever(volatile int *flag) {
  while (*flag == 0) { // <- here
  }                    // <- here
}

int main() {
  DeviceArray<int> flag(1);
  wait_for_ever<<<2, 4>>>(flag.get());
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
