// Shared memory of a block that the cluster does not have: a GPU answers cudaErrorLaunchFailure too.
// stderr: error: kernel 'reach\(int\*\)' accessed the shared memory of a block that is not in its cluster of 2
// stderr(1): note: block \(1,0,0\), thread \(3,0,0\)
// stderr(32): note: block \(1,0,0\), a thread of warps? 0
#include "../error_check.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) reach(int *out) {
  __shared__ int own[32];
  cg::cluster_group cluster = cg::this_cluster();
  own[threadIdx.x] = 1;
  cluster.sync();
  // To name it is no error yet.
  volatile int *next = cluster.map_shared_rank(&own[threadIdx.x], cluster.block_rank() + 1);
  if (cluster.block_rank() == 0)
    out[threadIdx.x] = *next;
  if (cluster.block_rank() == 1 && threadIdx.x == 3)
    out[threadIdx.x] = *next; // <- here
  cluster.sync();
}

int main() {
  DeviceArray<int> out(32);
  reach<<<2, 32>>>(out.get());
  checkFailedLaunch(cudaErrorLaunchFailure);
  return verdict();
}
