// What lies around device memory. The host writes it like a kernel would.
#include "cuda_runtime_api.h"

#include "backend/cpu/memory/guarded_blocks.h"
#include "backend/cpu/memory/page_heap.h"
#include "backend/cpu/memory/small_blocks.h"
#include "runtime/worker/guarded_copy.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace raddle;
using namespace raddle::cpu;
using namespace raddle::backend;
using namespace raddle::runtime;

bool canRead(const std::byte *address) {
  std::byte byte{};
  return guardedCopy(&byte, address, 1);
}

bool isMargin(std::span<std::byte> margin) { return !findDamage(margin.data(), margin.size()); }

TEST(PageHeap, BlocksOfAllSizesLieBetweenMargins) {
  PageHeap heap;
  for (std::size_t bytes : {1u, 3u, 256u, 257u, 1000u, 4096u, 50'000u, 65'535u, 65'536u, 70'000u, 1'000'000u,
                            1u << 20, 3'000'001u}) {
    std::vector<HeapBlock> blocks;
    for (int i = 0; i < 9; ++i) {
      const HeapBlock block = heap.allocate(bytes, PageHeap::kAlignment);
      ASSERT_TRUE(block.base);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.base) % PageHeap::kAlignment, 0u);
      EXPECT_EQ(block.is_small, bytes < PageHeap::kGuardedBytes);
      EXPECT_EQ(block.guarded, !block.is_small);
      // A block without a guard has room on both sides, one with it ends near it.
      if (block.is_small)
        EXPECT_TRUE(block.front >= 128 && block.rear >= 128) << bytes;
      else
        EXPECT_TRUE(block.rear < 4096 && !canRead(block.end() + block.rear)) << bytes;
      EXPECT_EQ(block.base[0], std::byte{0});
      std::memset(block.base, 1, bytes);
      blocks.push_back(block);
    }
    for (const HeapBlock &block : blocks) {
      EXPECT_TRUE(isMargin(block.frontMargin()) && isMargin(block.rearMargin())) << bytes;
      heap.release(block);
    }
  }
}

TEST(PageHeap, NothingElseLiesFarBesideABlock) {
  PageHeap heap;
  const HeapBlock small = heap.allocate(100, PageHeap::kAlignment);
  EXPECT_FALSE(canRead(small.base - (1 << 20)));
  EXPECT_FALSE(canRead(small.end() + (1 << 20)));
  EXPECT_FALSE(canRead(small.base - (500 << 20)));
  EXPECT_FALSE(canRead(small.end() + (500 << 20)));
  const HeapBlock large = heap.allocate(2 << 20, PageHeap::kAlignment);
  EXPECT_FALSE(canRead(large.wholeBegin() - 1));
  EXPECT_FALSE(canRead(large.wholeBegin() - (2 << 20)));
  EXPECT_FALSE(canRead(large.end() + (2 << 20)));
  const HeapBlock larger = heap.allocate(40 << 20, PageHeap::kAlignment);
  EXPECT_FALSE(canRead(larger.wholeBegin() - (40 << 20)));
  EXPECT_FALSE(canRead(larger.end() + (40 << 20)));
  heap.release(larger);
  heap.release(small);
  heap.release(large);
}

TEST(PageHeap, AlignsToPages) {
  PageHeap heap;
  for (std::size_t bytes : {8u, 5000u, 200'000u, 2'000'000u}) {
    const HeapBlock block = heap.allocate(bytes, 4096);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block.base) % 4096, 0u);
    heap.release(block);
  }
}

// The system lets a process have so many mappings only.
TEST(GuardedBlocks, WithoutABudgetAPatternStandsForTheGuard) {
  GuardBudget budget(2);
  GuardedBlocks blocks(4096, budget);
  const HeapBlock first = blocks.allocate(0, 70'000), second = blocks.allocate(0, 70'000),
                  third = blocks.allocate(0, 70'000);
  EXPECT_TRUE(first.guarded && second.guarded);
  EXPECT_FALSE(third.guarded);
  EXPECT_EQ(third.rear, second.rear + 4096);
  EXPECT_TRUE(canRead(third.end() + third.rear - 1));
  EXPECT_FALSE(canRead(third.end() + third.rear));
  blocks.release(first);
  const HeapBlock fourth = blocks.allocate(0, 70'000);
  EXPECT_TRUE(fourth.guarded);
  for (const HeapBlock &block : {second, third, fourth})
    blocks.release(block);
}

TEST(SmallBlocks, AreReusedInTheirOwnSize) {
  SmallBlocks blocks;
  const HeapBlock first = blocks.allocate(1000);
  std::memset(first.base, 1, 1000);
  blocks.release(first);
  const HeapBlock again = blocks.allocate(900);
  EXPECT_EQ(again.base, first.base);
  EXPECT_EQ(again.base[899], std::byte{0});
  EXPECT_EQ(again.wholeBytes(), first.wholeBytes());
}

class Overruns : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_EQ(cudaSetDevice(0), cudaSuccess);
    cudaDeviceReset();
  }
  void TearDown() override { cudaGetLastError(); }

  std::byte *allocate(std::size_t bytes) {
    void *pointer = nullptr;
    EXPECT_EQ(cudaMalloc(&pointer, bytes), cudaSuccess);
    return static_cast<std::byte *>(pointer);
  }
};

TEST_F(Overruns, AreToldWhenMemoryIsFreed) {
  for (std::size_t bytes : {10u, 1000u, 100'001u, 2'000'001u}) {
    auto *array = allocate(bytes);
    array[bytes] = std::byte{1};
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaFree(array), cudaErrorIllegalAddress);
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_NE(text.find("error: 1 byte past the end of an array of " + std::to_string(bytes) +
                        " bytes was overwritten, at a distance of 0 bytes"),
              std::string::npos)
        << text;
    EXPECT_EQ(cudaGetLastError(), cudaErrorIllegalAddress);
    EXPECT_EQ(cudaFree(array), cudaErrorInvalidValue);
  }
}

TEST_F(Overruns, AreToldWhenTheDeviceIsReset) {
  allocate(100)[-1] = std::byte{1};
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaDeviceReset(), cudaErrorIllegalAddress);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("1 byte before an array of 100 bytes"),
            std::string::npos);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
}

// More than the system lets a process have mappings: see vm.max_map_count.
TEST_F(Overruns, SixtyThousandArraysOfManySizes) {
  constexpr std::size_t kArrays = 60'000;
  std::vector<std::byte *> arrays;
  std::size_t bytes = 1;
  for (std::size_t i = 0; i < kArrays; ++i) {
    // Every 20th takes pages: none is written, so that they take no memory.
    bytes = i % 20 == 0 ? 65'536 : bytes * 1103 % 2003 + 1;
    arrays.push_back(allocate(bytes));
    ASSERT_TRUE(arrays.back());
  }
  for (std::byte *array : arrays)
    ASSERT_EQ(cudaFree(array), cudaSuccess);
}

} // namespace
