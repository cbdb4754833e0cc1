// Threads that returned no longer count at a barrier: the others pass, and only they are counted.
#include "../check.h"

__global__ void some_return(int *counts, int survivors) {
  int t = threadIdx.x;
  if (t >= survivors)
    return;
  __shared__ int values[256];
  values[t] = t;
  __syncthreads();
  int other = values[survivors - 1 - t];
  counts[t] = __syncthreads_count(1) * 1000 + other;
}

// Warps leave one after the other, in different rounds of a loop. (Lanes of one warp must not: a compiler may
// have them wait for each other after the loop.)
__global__ void leave_one_by_one(int *counts) {
  int t = threadIdx.x;
  for (int round = 0; round < blockDim.x; ++round) {
    if (round > t / 32)
      return;
    counts[t] = __syncthreads_count(1);
  }
}

int main() {
  for (int survivors : {1, 31, 32, 33, 100, 256}) {
    DeviceArray<int> counts(256);
    some_return<<<1, 256>>>(counts.get(), survivors);
    CHECK_LAUNCH();
    std::vector<int> got = counts.host();
    for (int t = 0; t < 256; ++t)
      CHECK_EQ(got[t], t < survivors ? survivors * 1000 + survivors - 1 - t : 0);
  }
  DeviceArray<int> counts(256);
  leave_one_by_one<<<1, 256>>>(counts.get());
  CHECK_LAUNCH();
  std::vector<int> got = counts.host();
  for (int t = 0; t < 256; ++t)
    CHECK_EQ(got[t], 256 - t / 32 * 32);
  return verdict();
}
