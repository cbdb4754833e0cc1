// cudaOccupancyMaxPotentialBlockSize over a device of our making: this program defines the four functions
// that the search asks, in the place of libraddle.so.
#include "cuda_runtime.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

// Resident threads are bounded by a multiprocessor's 2048, and blocks by their shared memory.
constexpr int kThreads = 2048;
constexpr int kSharedBytes = 100 * 1024;
int max_threads_per_block = 1024;

void kernel() {}

int sharedBytesOf(int block_size) { return block_size * 128; }

} // namespace

cudaError_t cudaGetDevice(int *device) {
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int) {
  switch (attribute) {
  case cudaDevAttrMultiProcessorCount:
    *value = 10;
    return cudaSuccess;
  case cudaDevAttrWarpSize:
    *value = 32;
    return cudaSuccess;
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    *value = kThreads;
    return cudaSuccess;
  case cudaDevAttrMaxThreadsPerBlock:
    *value = 1024;
    return cudaSuccess;
  default:
    return cudaErrorInvalidValue;
  }
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *) {
  *attributes = {};
  attributes->maxThreadsPerBlock = max_threads_per_block;
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *, int block_size,
                                                                   size_t shared_bytes, unsigned) {
  *blocks = kThreads / ((block_size + 31) / 32 * 32);
  if (shared_bytes > 0)
    *blocks = std::min(*blocks, static_cast<int>(kSharedBytes / shared_bytes));
  return cudaSuccess;
}

namespace {

TEST(BlockSizeSearch, TakesTheLargestBlockOfEquallyGoodOnes) {
  int grid = 0, block = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel), cudaSuccess);
  EXPECT_EQ(block, 1024);
  EXPECT_EQ(grid, 20);
}

TEST(BlockSizeSearch, PrefersMoreResidentThreads) {
  max_threads_per_block = 768;
  int grid = 0, block = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel), cudaSuccess);
  // 768 and 736 leave 512 and 576 of 2048 threads unused; 672 fits three times and leaves 32; 512 none.
  EXPECT_EQ(block, 512);
  EXPECT_EQ(grid, 40);
  max_threads_per_block = 1024;
}

TEST(BlockSizeSearch, KeepsToTheCallersLimit) {
  int grid = 0, block = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 100), cudaSuccess);
  // 100 threads occupy four warps but count as 100; 96 and less waste nothing, 64 fills 2048 exactly.
  EXPECT_EQ(block, 64);
  EXPECT_EQ(grid, 320);
}

TEST(BlockSizeSearch, AsksForTheSharedMemoryOfEachSize) {
  int grid = 0, block = 0;
  ASSERT_EQ(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, sharedBytesOf), cudaSuccess);
  // 128 bytes a thread: 800 threads at most, which one block of 800 reaches first.
  EXPECT_EQ(block, 800);
  EXPECT_EQ(grid, 10);
}

TEST(BlockSizeSearch, RefusesNullPointers) {
  int value = 0;
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(nullptr, &value, kernel), cudaErrorInvalidValue);
  EXPECT_EQ(cudaOccupancyMaxPotentialBlockSize(&value, nullptr, kernel), cudaErrorInvalidValue);
}

} // namespace
