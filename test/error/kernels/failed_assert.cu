// A failed assert names its condition, file, line, block and thread.
// stderr: failed_assert\.cu:8: .*check.*block: \[1,0,0\], thread: \[5,0,0\] Assertion `values\[i\] < 37`
#include "../error_check.h"

#include <cassert>
__global__ void check(const int *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(values[i] < 37);
}

int main() {
  std::vector<int> host(64);
  host[37] = 37;
  DeviceArray<int> values(host);
  check<<<2, 32>>>(values.get());
  checkFailedLaunch(cudaErrorAssert);
  return verdict();
}
