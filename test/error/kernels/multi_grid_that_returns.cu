// The grid of one device returns while that of the other waits for it.
// env: RADDLE_DEVICES=2
// stderr: error: kernel 'firstOnly\(\)' cannot make progress in grid 0 of 2: all .* wait .* 3 have returned
// stderr: (threads 0-31|all threads that have not returned) wait at multi_grid.sync\(\)
// stderr: blocks \(0,0,0\), \(1,0,0\), \(2,0,0\) of grid 1 of 2 have returned
#include "../multi_grid_check.h"

namespace cg = cooperative_groups;

__global__ void firstOnly() {
  cg::multi_grid_group all = cg::this_multi_grid();
  if (all.grid_rank() == 0)
    all.sync();
}

int main() {
  TwoStreams streams;
  CHECK_CUDA(launchOnTwo(streams, firstOnly, 3, 32));
  CHECK_CUDA(cudaSetDevice(0));
  checkFailedLaunch(cudaErrorLaunchTimeout);
  CHECK_CUDA(cudaSetDevice(1));
  checkStillComputes();
  return verdict();
}
