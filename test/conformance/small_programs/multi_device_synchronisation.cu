// One kernel over all devices, which meet in multi_grid.sync(): each block reads what the block before it
// wrote in the round before, across devices.
// flags: -rdc=true
// env: RADDLE_DEVICES=3
#include "../check.h"
#include "../headers_under_test.h"

#include <cooperative_groups.h>

#if RADDLE_COOPERATIVE_GROUPS
#include <cooperative_groups/launch_multi_device.h>
using namespace cooperative_groups;

// Each device has its own; the kernel adds one to it.
__device__ int kernels_on_this_device;

struct Seen {
  unsigned long long threads, rank, size;
  unsigned grid, grids;
  bool valid;
};

__global__ void my_kernel(unsigned *values, unsigned *next, int rounds, Seen *seen) {
  multi_grid_group multi_grid = this_multi_grid();
  const unsigned long long rank = multi_grid.thread_rank(), count = multi_grid.num_threads();
  seen[rank] = {
      count, rank, multi_grid.size(), multi_grid.grid_rank(), multi_grid.num_grids(), multi_grid.is_valid()};
  if (this_grid().thread_rank() == 0)
    ++kernels_on_this_device;
  for (int round = 0; round < rounds; ++round) {
    next[rank] = values[(rank + blockDim.x) % count] * 31 + static_cast<unsigned>(rank);
    multi_grid.sync();
    unsigned *swap = values;
    values = next;
    next = swap;
  }
}

static void launch_on_all(int numGpus, int blocks, int numThreads) {
  // Per device launch parameters
  std::vector<cudaLaunchParams> launchParams(numGpus);
  std::vector<cudaStream_t> streams(numGpus);
  const int count = numGpus * blocks * numThreads;
  int rounds = 8;
  Random random(count);
  std::vector<unsigned> start(count), expected(count);
  for (unsigned &value : start)
    value = static_cast<unsigned>(random.bits());
  unsigned *values, *next;
  Seen *seen;
  CHECK_CUDA(cudaMallocManaged(&values, count * sizeof *values));
  CHECK_CUDA(cudaMallocManaged(&next, count * sizeof *next));
  CHECK_CUDA(cudaMallocManaged(&seen, count * sizeof *seen));
  std::copy(start.begin(), start.end(), values);

  // The kernel arguments are copied over during launch
  void *kernelArgs[] = {&values, &next, &rounds, &seen};
  int zero = 0;
  for (int i = 0; i < numGpus; i++) {
    CHECK_CUDA(cudaSetDevice(i));
    CHECK_CUDA(cudaMemcpyToSymbol(kernels_on_this_device, &zero, sizeof zero));
    // Per device stream, but its also possible to use the default NULL stream of each device
    CHECK_CUDA(cudaStreamCreate(&streams[i]));
    // Loop over other devices and cudaDeviceEnablePeerAccess to get a faster barrier implementation
    for (int other = 0; other < numGpus; ++other)
      if (other != i) {
        cudaError_t enabled = cudaDeviceEnablePeerAccess(other, 0);
        CHECK(enabled == cudaSuccess || enabled == cudaErrorPeerAccessAlreadyEnabled);
        cudaGetLastError();
      }
  }
  dim3 dimBlock(numThreads, 1, 1);
  dim3 dimGrid(blocks, 1, 1);
  for (int i = 0; i < numGpus; i++) {
    launchParams[i].func = (void *)my_kernel;
    launchParams[i].gridDim = dimGrid;
    launchParams[i].blockDim = dimBlock;
    launchParams[i].sharedMem = 0;
    launchParams[i].stream = streams[i];
    launchParams[i].args = kernelArgs;
  }
  CHECK_CUDA(cudaLaunchCooperativeKernelMultiDevice(launchParams.data(), numGpus));
  for (int i = 0; i < numGpus; i++) {
    CHECK_CUDA(cudaSetDevice(i));
    CHECK_CUDA(cudaDeviceSynchronize());
    int kernels = 0;
    CHECK_CUDA(cudaMemcpyFromSymbol(&kernels, kernels_on_this_device, sizeof kernels));
    CHECK_EQ(kernels, 1);
    CHECK_CUDA(cudaStreamDestroy(streams[i]));
  }
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < count; ++i)
      expected[i] = start[(i + numThreads) % count] * 31 + i;
    start = expected;
  }
  CHECK_SAME(std::vector<unsigned>(values, values + count), expected);
  for (int i = 0; i < count; ++i) {
    CHECK(seen[i].valid);
    CHECK_EQ(seen[i].threads, unsigned(count));
    CHECK_EQ(seen[i].size, unsigned(count));
    CHECK_EQ(seen[i].rank, unsigned(i));
    CHECK_EQ(seen[i].grid, unsigned(i / (blocks * numThreads)));
    CHECK_EQ(seen[i].grids, unsigned(numGpus));
  }
  CHECK_CUDA(cudaFree(values));
  CHECK_CUDA(cudaFree(next));
  CHECK_CUDA(cudaFree(seen));
}
#endif

int main() {
  int dev = 0;
#if CUDART_VERSION < 13000
  int supportsMdCoopLaunch = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&supportsMdCoopLaunch, cudaDevAttrCooperativeMultiDeviceLaunch, dev));
  CHECK_EQ(supportsMdCoopLaunch, 1);
#endif
  int numGpus = 0;
  CHECK_CUDA(cudaGetDeviceCount(&numGpus));
  cudaDeviceProp deviceProp;
  CHECK_CUDA(cudaGetDeviceProperties(&deviceProp, dev));
  CHECK(deviceProp.multiProcessorCount >= 1);
#if RADDLE_COOPERATIVE_GROUPS
  for (int devices = 1; devices <= numGpus; ++devices) {
    launch_on_all(devices, deviceProp.multiProcessorCount, 64);
    launch_on_all(devices, 1, 33);
  }
#endif
  return verdict();
}
