// Some threads wait at the block's barrier, the others at that of the cluster.
// stderr: error: kernel 'miss\(\)' cannot make progress in block \(\d,0,0\)
// stderr: threads 0-9 wait at __syncthreads\(\)
// stderr(1): threads 10-63 wait at the cluster's barrier \[.*{here}\], 54 of 64
#include "../error_check.h"

#include <cooperative_groups.h>

__global__ void __cluster_dims__(2) miss() {
  if (threadIdx.x < 10)
    __syncthreads();
  else
    cooperative_groups::this_cluster().sync(); // <- here
}

int main() {
  miss<<<4, 64>>>();
  checkFailedLaunch(cudaErrorLaunchTimeout);
  return verdict();
}
