#include "runtime/device/heap_history.h"

#include <gtest/gtest.h>

namespace raddle::runtime {
namespace {

using Blocks = std::vector<void *>;

TEST(HeapHistoryTest, BlocksAreHeldBackUntilMoreIsFreed) {
  HeapHistory history(100);
  char a, b, c;
  history.noteMade(&a, 1);
  EXPECT_EQ(history.retire(&a, 60, 2), Blocks{});
  EXPECT_EQ(history.lifeOf(&a).made, 1u);
  EXPECT_EQ(history.lifeOf(&a).freed, 2u);
  EXPECT_EQ(history.retire(&b, 40, 3), Blocks{});
  EXPECT_EQ(history.retire(&c, 1, 4), Blocks{&a});
  EXPECT_EQ(history.takeRetired(), (Blocks{&b, &c}));
  EXPECT_EQ(history.takeRetired(), Blocks{});
}

TEST(HeapHistoryTest, BlocksAreFreedOnceUntilTheyAreMadeAgain) {
  HeapHistory history(100);
  char a;
  history.noteMade(&a, 1);
  EXPECT_TRUE(history.retire(&a, 8, 2));
  EXPECT_FALSE(history.retire(&a, 8, 3));
  EXPECT_EQ(history.lifeOf(&a).freed, 2u);
  history.noteMade(&a, 4);
  EXPECT_EQ(history.lifeOf(&a).freed, 0u);
  EXPECT_TRUE(history.retire(&a, 8, 5));
}

} // namespace
} // namespace raddle::runtime
