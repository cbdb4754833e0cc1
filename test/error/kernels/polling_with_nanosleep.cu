// Threads sleep while they poll for a flag that nobody sets: that is as much of a hang as without the sleep.
// env: RADDLE_HANG_SECONDS=1
// stderr: error: kernel 'wait_for_ever\(.*\)' made no progress for 1 seconds?
// stderr: block \(\d+,0,0\): threads? 0(-3)? polls? memory \[.*polling_with_nanosleep.cu.*\]
#include "../error_check.h"

__global__ void wait_for_ever(volatile int *flag) {
  while (*flag == 0)
    __nanosleep(1000);
}

int main() {
  DeviceArray<int> flag(1);
  wait_for_ever<<<2, 4>>>(flag.get());
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
