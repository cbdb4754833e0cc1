// Who asks for the thread engine knows.
// env: RADDLE_SLOW_SECONDS=0
// env: RADDLE_LANES=1
#include "../error_check.h"

__global__ void fill(int *values) { values[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 0); }

int main() {
  DeviceArray<int> values(32);
  fill<<<1, 32>>>(values.get());
  CHECK_CUDA(cudaDeviceSynchronize());
  return verdict();
}
