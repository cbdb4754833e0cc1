// An assert that holds does nothing, in divergent code and next to barriers too.
#include "../check.h"

#include <cassert>

__global__ void asserting(int *out, int limit) {
  assert(threadIdx.x < limit && "the block is small");
  if (threadIdx.x % 2)
    assert(out != nullptr);
  __syncthreads();
  out[threadIdx.x] = 1;
}

int main() {
  DeviceArray<int> out(64);
  asserting<<<1, 64>>>(out.get(), 64);
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), std::vector<int>(64, 1));
  return verdict();
}
