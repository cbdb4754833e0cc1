// cuda_occupancy.h as programs meet it: what they leave out, what they get wrong, devices that are not there. Its
// arithmetic is tested with that of the library, which is the same.
#include "cuda_occupancy.h"

#include <gtest/gtest.h>

extern "C" int askFromC(int threads, int registers);

namespace {

// The properties of a GPU that cudaGetDeviceProperties could have told of.
struct Properties {
  int major = 8, minor = 6, maxThreadsPerBlock = 1024, maxThreadsPerMultiProcessor = 1536,
      regsPerBlock = 65536, regsPerMultiprocessor = 65536, warpSize = 32, multiProcessorCount = 28;
  size_t sharedMemPerBlock = 48 * 1024, sharedMemPerMultiprocessor = 100 * 1024,
         sharedMemPerBlockOptin = 99 * 1024, reservedSharedMemPerBlock = 1024;
};

cudaOccDeviceProp deviceOf(int major, int minor) {
  Properties properties;
  properties.major = major;
  properties.minor = minor;
  return properties;
}

cudaOccFuncAttributes kernelOf(int registers) {
  cudaOccFuncAttributes kernel;
  kernel.maxThreadsPerBlock = INT_MAX;
  kernel.numRegs = registers;
  return kernel;
}

int blocksOf(const cudaOccDeviceProp &device, const cudaOccFuncAttributes &kernel, int threads,
             size_t dynamic = 0) {
  const cudaOccDeviceState state = {};
  cudaOccResult result;
  EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, threads, dynamic),
            CUDA_OCC_SUCCESS);
  return result.activeBlocksPerMultiprocessor;
}

TEST(Calculator, SaysWhatLimits) {
  const cudaOccDeviceProp device = deviceOf(8, 6);
  const cudaOccFuncAttributes kernel = kernelOf(40);
  const cudaOccDeviceState state;
  cudaOccResult result;
  cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, 256, 0);
  EXPECT_EQ(result.activeBlocksPerMultiprocessor, 6);
  EXPECT_EQ(result.limitingFactors, unsigned(OCC_LIMIT_WARPS | OCC_LIMIT_REGISTERS));
  EXPECT_EQ(result.blockLimitWarps, 6);
  EXPECT_EQ(result.blockLimitRegs, 6);
  EXPECT_EQ(result.blockLimitBlocks, 16);
  EXPECT_EQ(result.blockLimitSharedMem, 100);
  EXPECT_EQ(result.blockLimitBarriers, INT_MAX);
  EXPECT_EQ(result.allocatedRegistersPerBlock, 8 * 1280);
  EXPECT_EQ(result.allocatedSharedMemPerBlock, 1024u);
  EXPECT_EQ(result.partitionedGCConfig, PARTITIONED_GC_OFF);
}

TEST(Calculator, GoesByThePropertiesItIsGiven) {
  cudaOccDeviceProp device = deviceOf(8, 6);
  device.maxThreadsPerMultiprocessor = 512;
  EXPECT_EQ(blocksOf(device, kernelOf(32), 256), 2);
  device.regsPerMultiprocessor = 8192;
  EXPECT_EQ(blocksOf(device, kernelOf(32), 256), 1);
  // A minor number that came later than this table is its family's.
  EXPECT_EQ(blocksOf(deviceOf(8, 99), kernelOf(32), 32), blocksOf(deviceOf(8, 9), kernelOf(32), 32));
}

TEST(Calculator, MoreThan48KibHaveToBeOptedInto) {
  const cudaOccDeviceProp device = deviceOf(8, 6);
  cudaOccFuncAttributes kernel = kernelOf(32);
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_DEFAULT;
  kernel.maxDynamicSharedSizeBytes = 0;
  EXPECT_EQ(blocksOf(device, kernel, 128, 40 * 1024), 2);
  EXPECT_EQ(blocksOf(device, kernel, 128, 64 * 1024), 0);
  kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  EXPECT_EQ(blocksOf(device, kernel, 128, 64 * 1024), 0);
  kernel.maxDynamicSharedSizeBytes = 64 * 1024;
  EXPECT_EQ(blocksOf(device, kernel, 128, 64 * 1024), 1);
}

TEST(Calculator, PartitionedCachingGivesWayUnlessItIsStrict) {
  const cudaOccDeviceProp device = deviceOf(6, 1);
  cudaOccFuncAttributes kernel = kernelOf(64);
  const cudaOccDeviceState state;
  cudaOccResult result;
  // 32 warps of 2048 registers: all of the SM, more than half of it.
  kernel.partitionedGCConfig = PARTITIONED_GC_ON_STRICT;
  EXPECT_EQ(blocksOf(device, kernel, 1024), 0);
  kernel.partitionedGCConfig = PARTITIONED_GC_ON;
  cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, 1024, 0);
  EXPECT_EQ(result.activeBlocksPerMultiprocessor, 1);
  EXPECT_EQ(result.partitionedGCConfig, PARTITIONED_GC_OFF);
  cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, 256, 0);
  EXPECT_EQ(result.activeBlocksPerMultiprocessor, 4);
  EXPECT_EQ(result.partitionedGCConfig, PARTITIONED_GC_ON);
}

TEST(Calculator, BlockSizesByFunctionObjects) {
  const cudaOccDeviceProp device = deviceOf(8, 6);
  const cudaOccFuncAttributes kernel = kernelOf(255);
  const cudaOccDeviceState state;
  int grid = -1, block = -1, calls = 0;
  EXPECT_EQ(cudaOccMaxPotentialOccupancyBlockSize(&grid, &block, &device, &kernel, &state), CUDA_OCC_SUCCESS);
  EXPECT_EQ(block, 256);
  EXPECT_EQ(grid, 28);
  const auto nothing = [&calls](int) { return ++calls, 0; };
  EXPECT_EQ(
      cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(&grid, &block, &device, &kernel, &state, nothing),
      CUDA_OCC_SUCCESS);
  EXPECT_EQ(block, 256);
  EXPECT_GT(calls, 0);
  const auto too_much = [](int) { return 1 << 20; };
  EXPECT_EQ(
      cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(&grid, &block, &device, &kernel, &state, too_much),
      CUDA_OCC_SUCCESS);
  EXPECT_EQ(block, 0);
  EXPECT_EQ(grid, 0);
}

TEST(Calculator, RefusesWhatMakesNoSense) {
  const cudaOccDeviceProp device = deviceOf(8, 6), unknown = deviceOf(4, 0), later = deviceOf(99, 0), nothing;
  const cudaOccFuncAttributes kernel = kernelOf(32), unbounded;
  cudaOccDeviceState state;
  cudaOccResult result;
  const auto ask = [&](const cudaOccDeviceProp *properties, const cudaOccFuncAttributes *attributes,
                       int threads) {
    return cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes, &state, threads, 0);
  };
  EXPECT_EQ(ask(&unknown, &kernel, 32), CUDA_OCC_ERROR_UNKNOWN_DEVICE);
  EXPECT_EQ(ask(&later, &kernel, 32), CUDA_OCC_ERROR_UNKNOWN_DEVICE);
  EXPECT_EQ(ask(&nothing, &kernel, 32), CUDA_OCC_ERROR_INVALID_INPUT);
  EXPECT_EQ(ask(&device, &unbounded, 32), CUDA_OCC_ERROR_INVALID_INPUT);
  EXPECT_EQ(ask(&device, &kernel, 0), CUDA_OCC_ERROR_INVALID_INPUT);
  EXPECT_EQ(ask(nullptr, &kernel, 32), CUDA_OCC_ERROR_INVALID_INPUT);
  EXPECT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(nullptr, &device, &kernel, &state, 32, 0),
            CUDA_OCC_ERROR_INVALID_INPUT);
  state.carveoutConfig = 101;
  EXPECT_EQ(ask(&device, &kernel, 32), CUDA_OCC_ERROR_INVALID_INPUT);
  state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_L1;
  EXPECT_EQ(ask(&device, &kernel, 32), CUDA_OCC_SUCCESS);
  // More threads than a block can have are a question, with 0 as its answer.
  EXPECT_EQ(ask(&device, &kernel, 1025), CUDA_OCC_SUCCESS);
  EXPECT_EQ(result.activeBlocksPerMultiprocessor, 0);
}

TEST(Calculator, IsThereForC) {
  EXPECT_EQ(askFromC(256, 40), 6);
  EXPECT_EQ(askFromC(-1, 40), -CUDA_OCC_ERROR_INVALID_INPUT);
}

} // namespace
