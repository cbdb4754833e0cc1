// Device count, current device, versions; properties and attributes tell the same story.
#include "../check.h"

static int attribute(cudaDeviceAttr which) {
  int value = -1;
  CHECK_CUDA(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

int main() {
  int count = 0, device = -1, driver = 0, runtime = 0;
  CHECK_CUDA(cudaGetDeviceCount(&count));
  CHECK(count >= 1);
  CHECK_CUDA(cudaGetDevice(&device));
  CHECK_EQ(device, 0);
  CHECK_CUDA(cudaSetDevice(count - 1));
  CHECK_CUDA(cudaGetDevice(&device));
  CHECK_EQ(device, count - 1);
  CHECK_CUDA(cudaSetDevice(0));
  CHECK_CUDA(cudaDriverGetVersion(&driver));
  CHECK_CUDA(cudaRuntimeGetVersion(&runtime));
  CHECK_EQ(runtime, CUDART_VERSION);
  CHECK(driver >= runtime);

  cudaDeviceProp p;
  CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
  CHECK(p.name[0] != 0);
  CHECK(p.major >= 7 && p.multiProcessorCount >= 1);
  CHECK_EQ(p.major, attribute(cudaDevAttrComputeCapabilityMajor));
  CHECK_EQ(p.minor, attribute(cudaDevAttrComputeCapabilityMinor));
  CHECK_EQ(p.multiProcessorCount, attribute(cudaDevAttrMultiProcessorCount));
  CHECK_EQ(p.warpSize, attribute(cudaDevAttrWarpSize));
  CHECK_EQ(p.maxThreadsPerBlock, attribute(cudaDevAttrMaxThreadsPerBlock));
  CHECK_EQ(p.maxThreadsPerBlock, 1024);
  CHECK_EQ(p.maxThreadsDim[0], attribute(cudaDevAttrMaxBlockDimX));
  CHECK_EQ(p.maxThreadsDim[1], attribute(cudaDevAttrMaxBlockDimY));
  CHECK_EQ(p.maxThreadsDim[2], attribute(cudaDevAttrMaxBlockDimZ));
  CHECK_EQ(p.maxThreadsDim[2], 64);
  CHECK_EQ(p.maxGridSize[0], attribute(cudaDevAttrMaxGridDimX));
  CHECK_EQ(p.maxGridSize[1], attribute(cudaDevAttrMaxGridDimY));
  CHECK_EQ(p.maxGridSize[2], attribute(cudaDevAttrMaxGridDimZ));
  CHECK_EQ(p.maxGridSize[0], 2147483647);
  CHECK_EQ(p.maxGridSize[1], 65535);
  CHECK_EQ(static_cast<int>(p.sharedMemPerBlock), attribute(cudaDevAttrMaxSharedMemoryPerBlock));
  CHECK_EQ(static_cast<int>(p.sharedMemPerBlock), 49152);
  CHECK_EQ(static_cast<int>(p.sharedMemPerBlockOptin), attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  CHECK_EQ(static_cast<int>(p.sharedMemPerMultiprocessor),
           attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  CHECK_EQ(static_cast<int>(p.reservedSharedMemPerBlock), attribute(cudaDevAttrReservedSharedMemoryPerBlock));
  CHECK(p.sharedMemPerBlock <= p.sharedMemPerBlockOptin &&
        p.sharedMemPerBlockOptin <= p.sharedMemPerMultiprocessor);
  CHECK_EQ(p.regsPerBlock, attribute(cudaDevAttrMaxRegistersPerBlock));
  CHECK_EQ(p.regsPerMultiprocessor, attribute(cudaDevAttrMaxRegistersPerMultiprocessor));
  CHECK_EQ(p.maxThreadsPerMultiProcessor, attribute(cudaDevAttrMaxThreadsPerMultiProcessor));
  CHECK_EQ(p.maxBlocksPerMultiProcessor, attribute(cudaDevAttrMaxBlocksPerMultiprocessor));
  CHECK(p.maxThreadsPerMultiProcessor >= p.maxThreadsPerBlock && p.maxThreadsPerMultiProcessor % 32 == 0);
  CHECK_EQ(static_cast<int>(p.totalConstMem), attribute(cudaDevAttrTotalConstantMemory));
  CHECK_EQ(static_cast<int>(p.totalConstMem), 65536);
  CHECK_EQ(p.l2CacheSize, attribute(cudaDevAttrL2CacheSize));
  CHECK_EQ(p.memoryBusWidth, attribute(cudaDevAttrGlobalMemoryBusWidth));
  CHECK_EQ(p.concurrentKernels, attribute(cudaDevAttrConcurrentKernels));
  CHECK_EQ(p.unifiedAddressing, attribute(cudaDevAttrUnifiedAddressing));
  CHECK_EQ(p.managedMemory, attribute(cudaDevAttrManagedMemory));
  CHECK_EQ(p.cooperativeLaunch, attribute(cudaDevAttrCooperativeLaunch));
  CHECK_EQ(p.canMapHostMemory, attribute(cudaDevAttrCanMapHostMemory));
  CHECK_EQ(p.asyncEngineCount, attribute(cudaDevAttrAsyncEngineCount));
  CHECK_EQ(p.integrated, attribute(cudaDevAttrIntegrated));
  CHECK(p.totalGlobalMem > (64u << 20));
  CHECK(attribute(cudaDevAttrClockRate) > 0);
#if CUDART_VERSION < 13000
  CHECK_EQ(p.clockRate, attribute(cudaDevAttrClockRate));
  CHECK_EQ(p.memoryClockRate, attribute(cudaDevAttrMemoryClockRate));
#endif
  return verdict();
}
