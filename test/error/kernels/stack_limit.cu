// cudaDeviceSetLimit(cudaLimitStackSize) decides how deep recursion may go.
// stderr: error: kernel 'dive\(int\*, int\)' overflowed the stack
#include "../error_check.h"

__device__ __noinline__ int descend(int depth, const int *cells) {
  volatile int local[32];
  for (int i = 0; i < 32; ++i)
    local[i] = cells[i % 4];
  int below = depth == 0 ? 0 : descend(depth - 1, cells);
  return below + local[depth % 32];
}

__global__ void dive(int *cells, int depth) { cells[4] = descend(depth, cells); }

int main() {
  DeviceArray<int> cells(std::vector<int>(5, 1));
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 20));
  dive<<<1, 1>>>(cells.get(), 2000);
  CHECK_LAUNCH();
  CHECK_EQ(cells.host()[4], 2001);
  dive<<<1, 1>>>(cells.get(), 10'000'000);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
