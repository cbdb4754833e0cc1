// Threads that wait at one barrier of the source are one group, though the compiler has made two of it: one where all lanes
// of a warp come there, and one where some do.
// stderr(1): ^  warp 1: lanes 8-31 wait at __shfl_down_sync\(0xffffffff\) .* for lanes 0-7
// stderr: ^  threads 0-39 wait at __syncthreads\(\) \[.*barrier_that_the_compiler_has_copied.cu:11:5\], 40 of 64
// stderr(32): ^note: .* RADDLE_LANES=1
#include "../error_check.h"

__global__ void shiftBehindBarrier(int *data) {
  if (threadIdx.x < 40) {
    data[threadIdx.x]++;
    __syncthreads();
  }
  data[threadIdx.x + 64] = __shfl_down_sync(0xffffffffu, threadIdx.x, 1);
}

int main() {
  DeviceArray<int> data(128);
  shiftBehindBarrier<<<1, 64>>>(data.get());
  CHECK_EQ(cudaDeviceSynchronize(), cudaErrorLaunchTimeout);
  return verdict();
}
