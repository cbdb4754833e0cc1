// One thread's assert fails while the others of its block wait at a barrier.
// stderr: failed_assert_at_a_barrier\.cu:8: .*thread: \[33,0,0\] Assertion `threadIdx\.x != 33` failed\.
#include "../error_check.h"

#include <cassert>
__global__ void check(int *out) {
  if (threadIdx.x == 33)
    assert(threadIdx.x != 33);
  __syncthreads();
  out[threadIdx.x] = 1;
}

int main() {
  DeviceArray<int> out(64);
  check<<<1, 64>>>(out.get());
  checkFailedLaunch(cudaErrorAssert);
  return verdict();
}
