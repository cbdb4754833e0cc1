#include "runtime/device/device_heap.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

using namespace raddle;
using namespace raddle::runtime;

namespace {

constexpr std::size_t kMib = 1 << 20;

std::vector<void *> fill(DeviceHeap &heap, std::size_t bytes, unsigned shard = 0) {
  std::vector<void *> blocks;
  while (void *block = heap.allocate(bytes, DeviceHeap::kAlignment, shard))
    blocks.push_back(block);
  return blocks;
}

TEST(DeviceHeap, FindsTheBlockOfAnAddress) {
  DeviceHeap heap(8 * kMib);
  EXPECT_FALSE(heap.find(&heap));
  for (std::size_t bytes : {1u, 24u, 2000u, 10000u}) {
    auto *const block = static_cast<std::byte *>(heap.allocate(bytes, DeviceHeap::kAlignment, 0));
    for (std::size_t offset : {std::size_t{0}, bytes / 2, bytes}) {
      const auto found = heap.find(block + offset);
      ASSERT_TRUE(found) << bytes;
      EXPECT_EQ(found->begin, block);
      EXPECT_EQ(found->bytes, bytes);
      EXPECT_FALSE(found->is_free);
    }
    // Its page stays, for another one in it.
    void *const other = heap.allocate(bytes, DeviceHeap::kAlignment, 0);
    EXPECT_TRUE(heap.release(block));
    if (const auto found = heap.find(block))
      EXPECT_TRUE(found->is_free);
    EXPECT_TRUE(heap.release(other));
  }
}

TEST(DeviceHeap, IsAsLargeAsItSays) {
  for (std::size_t bytes : {16u, 48u, 100u, 1000u, 2048u, 2049u, 4096u, 100000u, 1u << 20}) {
    DeviceHeap heap(8 * kMib);
    const std::vector<void *> blocks = fill(heap, bytes);
    EXPECT_LE(blocks.size() * bytes, 8 * kMib);
    // At most half is lost to rounding.
    EXPECT_GE(blocks.size() * bytes, 4 * kMib) << bytes;
  }
}

TEST(DeviceHeap, ABlockMayBeAllOfIt) {
  DeviceHeap heap(8 * kMib);
  void *all = heap.allocate(8 * kMib, 16, 0);
  ASSERT_NE(all, nullptr);
  std::memset(all, 1, 8 * kMib);
  EXPECT_EQ(heap.allocate(1, 16, 1), nullptr);
  EXPECT_TRUE(heap.release(all));
  EXPECT_NE(heap.allocate(8 * kMib, 16, 1), nullptr);
}

TEST(DeviceHeap, WhatIsTooLargeOrHasNoHeapIsNull) {
  DeviceHeap heap(kMib), none(0);
  EXPECT_EQ(heap.allocate(kMib + 1, 16, 0), nullptr);
  EXPECT_EQ(heap.allocate(~std::size_t{0}, 16, 0), nullptr);
  EXPECT_EQ(heap.allocate(1, std::size_t{1} << 63, 0), nullptr);
  EXPECT_EQ(none.allocate(1, 16, 0), nullptr);
  EXPECT_FALSE(none.release(&none));
}

TEST(DeviceHeap, BlocksDoNotOverlapAndAreAligned) {
  DeviceHeap heap(8 * kMib);
  std::mt19937 random(1);
  struct Block {
    unsigned char *at;
    std::size_t bytes;
    unsigned char mark;
  };
  std::vector<Block> blocks;
  for (int i = 0; i < 20000; ++i) {
    if (!blocks.empty() && random() % 3 == 0) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      const Block &block = blocks.back();
      EXPECT_EQ(std::count(block.at, block.at + block.bytes, block.mark), static_cast<long>(block.bytes));
      EXPECT_TRUE(heap.release(block.at));
      blocks.pop_back();
      continue;
    }
    const std::size_t bytes = random() % 8 ? random() % 300 : random() % 20000;
    const std::size_t alignment = std::size_t{16} << random() % 10;
    auto *at = static_cast<unsigned char *>(heap.allocate(bytes, alignment, random()));
    if (!at)
      continue;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(at) % alignment, 0u);
    const auto mark = static_cast<unsigned char>(i);
    std::memset(at, mark, bytes);
    blocks.push_back({at, bytes, mark});
  }
}

TEST(DeviceHeap, AlignsBeyondAPage) {
  DeviceHeap heap(8 * kMib);
  heap.allocate(1, 16, 0);
  for (std::size_t alignment : {4096u, 65536u, 1u << 20}) {
    void *block = heap.allocate(100, alignment, 0);
    EXPECT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % alignment, 0u);
  }
}

TEST(DeviceHeap, FreedMemoryIsFoundAgainWhateverItsSizeAndWhoeverHadIt) {
  DeviceHeap heap(8 * kMib);
  for (unsigned round = 0; round < 3; ++round)
    for (std::size_t bytes : {24u, 1000u, 5000u, 1u << 20}) {
      const std::vector<void *> blocks = fill(heap, bytes, round * 5);
      EXPECT_GE(blocks.size() * bytes, 4 * kMib);
      for (void *block : blocks)
        EXPECT_TRUE(heap.release(block));
    }
}

TEST(DeviceHeap, ShardsLendEachOtherSlots) {
  DeviceHeap heap(kMib);
  std::vector<void *> blocks = fill(heap, 64, 0);
  EXPECT_TRUE(heap.release(blocks.back()));
  EXPECT_NE(heap.allocate(64, 16, 7), nullptr);
  EXPECT_EQ(heap.allocate(64, 16, 7), nullptr);
}

TEST(DeviceHeap, KnowsItsBlocks) {
  DeviceHeap heap(kMib);
  int local = 0;
  auto *small = static_cast<std::byte *>(heap.allocate(48, 16, 0));
  auto *large = static_cast<std::byte *>(heap.allocate(10000, 16, 0));
  EXPECT_FALSE(heap.release(&local));
  EXPECT_FALSE(heap.release(small + 16));
  EXPECT_FALSE(heap.release(small + 48)); // never given out
  EXPECT_FALSE(heap.release(large + 16));
  EXPECT_FALSE(heap.release(large + 4096));
  EXPECT_TRUE(heap.release(small));
  EXPECT_FALSE(heap.release(small));
  EXPECT_TRUE(heap.release(large));
  EXPECT_FALSE(heap.release(large));
}

TEST(DeviceHeap, FindsWhatWasWrittenBehindABlock) {
  for (std::size_t bytes : {0u, 1u, 16u, 40u, 2040u, 2048u, 4096u, 10000u, 12288u}) {
    DeviceHeap heap(kMib);
    auto *block = static_cast<unsigned char *>(heap.allocate(bytes, 16, 0));
    std::memset(block, 1, bytes);
    EXPECT_TRUE(heap.takeOverruns().empty());
    block[bytes] = 1;
    block[bytes + 3] = 1;
    const std::vector<DeviceHeap::Overrun> found = heap.takeOverruns();
    ASSERT_EQ(found.size(), 1u) << bytes;
    EXPECT_EQ(found[0].bytes, bytes ? bytes : found[0].bytes);
    EXPECT_EQ(found[0].rear.first, 0u);
    EXPECT_EQ(found[0].rear.last, 3u);
    EXPECT_TRUE(heap.takeOverruns().empty()); // told once
    block[bytes + 1] = 2;
    std::optional<DeviceHeap::Overrun> overrun;
    EXPECT_TRUE(heap.release(block, &overrun));
    ASSERT_TRUE(overrun);
    EXPECT_EQ(overrun->rear.bytes, 1u);
    EXPECT_TRUE(heap.takeOverruns().empty());
  }
}

TEST(DeviceHeap, ServesManyThreads) {
  DeviceHeap heap(4 * kMib);
  std::vector<std::jthread> threads;
  std::array<std::atomic<void *>, 64> exchange{};
  std::atomic<int> bad = 0;
  for (unsigned worker = 0; worker < 4; ++worker)
    threads.emplace_back([&, worker] {
      std::mt19937 random(worker);
      for (int i = 0; i < 30000; ++i) {
        const std::size_t bytes = random() % 100 ? 8 + random() % 500 : 8 + random() % 30000;
        auto *block = static_cast<std::uint64_t *>(heap.allocate(bytes, 16, worker));
        if (block)
          *block = reinterpret_cast<std::uintptr_t>(block);
        void *other = exchange[random() % exchange.size()].exchange(block);
        if (other && (*static_cast<std::uint64_t *>(other) != reinterpret_cast<std::uintptr_t>(other) ||
                      !heap.release(other)))
          ++bad;
      }
    });
  threads.clear();
  for (auto &slot : exchange)
    if (void *block = slot.load(); block && !heap.release(block))
      ++bad;
  EXPECT_EQ(bad, 0);
  EXPECT_NE(heap.allocate(4 * kMib, 16, 0), nullptr);
}

} // namespace
