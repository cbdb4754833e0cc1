// grid.sync() between the blocks of a cooperative launch: as many blocks as SMs, and as many as fit.
#include "../check.h"

#include <cooperative_groups.h>
using namespace cooperative_groups;

// Each round every block reads what its neighbour wrote in the round before.
__global__ void my_kernel(unsigned *values, unsigned *next, int rounds) {
  grid_group grid = this_grid();
  const unsigned long long rank = grid.thread_rank(), count = grid.num_threads();
  for (int round = 0; round < rounds; ++round) {
    next[rank] = values[(rank + blockDim.x) % count] * 31 + static_cast<unsigned>(rank);
    grid.sync();
    unsigned *swap = values;
    values = next;
    next = swap;
  }
}

static void launch_and_check(int blocks, int threads) {
  int rounds = 9;
  const int count = blocks * threads;
  Random random(blocks);
  std::vector<unsigned> values(count);
  for (unsigned &value : values)
    value = static_cast<unsigned>(random.bits());
  DeviceArray<unsigned> first(values), second(count);
  unsigned *in = first.get(), *out = second.get();
  void *kernelArgs[] = {&in, &out, &rounds};
  dim3 dimBlock(threads, 1, 1);
  dim3 dimGrid(blocks, 1, 1);
  CHECK_CUDA(cudaLaunchCooperativeKernel((void *)my_kernel, dimGrid, dimBlock, kernelArgs));
  CHECK_LAUNCH();
  std::vector<unsigned> expected(count);
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < count; ++i)
      expected[i] = values[(i + threads) % count] * 31 + i;
    values = expected;
  }
  CHECK_SAME(second.host(), expected);
}

int main() {
  int dev = 0;
  int supportsCoopLaunch = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&supportsCoopLaunch, cudaDevAttrCooperativeLaunch, dev));
  CHECK_EQ(supportsCoopLaunch, 1);

  cudaDeviceProp deviceProp;
  CHECK_CUDA(cudaGetDeviceProperties(&deviceProp, dev));
  launch_and_check(deviceProp.multiProcessorCount, 64);
  launch_and_check(1, 1);
  launch_and_check(2, 33);

  /// This will launch a grid that can maximally fill the GPU, on the default stream with kernel arguments
  int numBlocksPerSm = 0;
  // Number of threads my_kernel will be launched with
  int numThreads = 128;
  CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numBlocksPerSm, my_kernel, numThreads, 0));
  CHECK(numBlocksPerSm >= 1);
  launch_and_check(deviceProp.multiProcessorCount * numBlocksPerSm, numThreads);

  // Plain numbers do for the dimensions.
  int noRounds = 0;
  unsigned *noValues = nullptr;
  void *noArgs[] = {&noValues, &noValues, &noRounds};
  CHECK_CUDA(
      cudaLaunchCooperativeKernel((void *)my_kernel, deviceProp.multiProcessorCount, numThreads, noArgs));
  CHECK_LAUNCH();

  // One block more cannot be resident.
  int rounds = 1;
  unsigned *none = nullptr;
  void *args[] = {&none, &none, &rounds};
  dim3 tooMany(deviceProp.multiProcessorCount * numBlocksPerSm + 1);
  CHECK_EQ(cudaLaunchCooperativeKernel((void *)my_kernel, tooMany, dim3(numThreads), args),
           cudaErrorCooperativeLaunchTooLarge);
  CHECK_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
  return verdict();
}
