// A block returns when all have met several times, and the others go on to meet: a GPU hangs.
// stderr: error: kernel 'leave\(int\)' cannot make progress: all its blocks wait for others, of which 1 has returned
// stderr: threads 0-63 wait at grid\.sync\(\) \[.*{here}\], 64 of 64
// stderr: block \(1,0,0\) has returned
#include "../error_check.h"

#include <cooperative_groups.h>

__global__ void leave(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    if (blockIdx.x == 1 && round == 7)
      return;
    cooperative_groups::this_grid().sync(); // <- here
  }
}

int main() {
  int rounds = 20;
  void *arguments[] = {&rounds};
  CHECK_CUDA(cudaLaunchCooperativeKernel(leave, 4, 64, arguments));
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
