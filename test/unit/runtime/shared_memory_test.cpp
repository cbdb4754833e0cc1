#include "runtime/device/shared_memory.h"

#include "runtime/worker/guarded_copy.h"

#include <cstdint>
#include <gtest/gtest.h>

using namespace raddle;
using namespace raddle::runtime;

namespace {

bool isReadable(const unsigned char *place) {
  unsigned char value = 0;
  return guardedCopy(&value, place, 1);
}

TEST(SharedMemory, EndsAtAGuardAndHasALittleRoomInFront) {
  for (std::size_t bytes : {1, 128, 1024, 4095, 4096, 8192, 48 * 1024}) {
    SharedMemory memory;
    unsigned char *first = memory.reserve(bytes, 128);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 128, 0u);
    first[0] = first[bytes - 1] = 1;
    EXPECT_FALSE(isReadable(first + (bytes + 127) / 128 * 128)) << bytes;
    EXPECT_TRUE(isReadable(first - 512)) << bytes;
    EXPECT_FALSE(isReadable(first - 4096 - 512)) << bytes;
  }
}

TEST(SharedMemory, IsNowhereWhenNobodyAsksForAny) {
  SharedMemory memory;
  EXPECT_FALSE(isReadable(memory.reserve(0, 128)));
  EXPECT_TRUE(memory.isWhole());
}

TEST(SharedMemory, KnowsWhatWasWrittenBesideIt) {
  SharedMemory memory;
  unsigned char *first = memory.reserve(100, 128);
  EXPECT_FALSE(memory.takeOverrun());
  first[0] = first[99] = 1;
  EXPECT_FALSE(memory.takeOverrun());
  first[100] = first[-2] = 1;
  EXPECT_FALSE(memory.isWhole());
  const auto overrun = memory.takeOverrun();
  ASSERT_TRUE(overrun && overrun->front && overrun->rear);
  EXPECT_EQ(overrun->rear->first, 0u);
  EXPECT_EQ(overrun->front->last, SharedMemory::kFrontMargin - 2);
  EXPECT_FALSE(memory.takeOverrun());
  // What was the block's is a margin now.
  first = memory.reserve(50, 128);
  EXPECT_FALSE(memory.takeOverrun());
  first[50] = 1;
  EXPECT_TRUE(memory.takeOverrun());
}

TEST(SharedMemory, EndsCloserToTheGuardWhereItMayBeLessAligned) {
  SharedMemory memory;
  for (std::size_t bytes : {0, 16, 40, 64}) {
    unsigned char *first = memory.reserve(bytes, 16);
    const std::size_t end = (bytes + 15) / 16 * 16;
    EXPECT_FALSE(isReadable(first + end)) << bytes;
    EXPECT_TRUE(isReadable(first + end - 1)) << bytes;
    EXPECT_EQ(memory.distanceBehind(reinterpret_cast<std::uintptr_t>(first + end + 3)), 3u);
    EXPECT_FALSE(memory.distanceBehind(reinterpret_cast<std::uintptr_t>(first + end - 1)));
  }
}

TEST(SharedMemory, IsKeptUntilMoreIsAskedFor) {
  SharedMemory memory;
  unsigned char *large = memory.reserve(8192, 128), *small = memory.reserve(1024, 128);
  EXPECT_EQ(large + 8192, small + 1024);
  EXPECT_EQ(memory.reserve(8192, 128), large);
}

} // namespace
