#include "abi/block_class.h"

#include <gtest/gtest.h>
#include <map>

namespace raddle {
namespace {

// All shapes of up to 1,024 threads.
template <typename Check> void forEachBlock(const Check &check) {
  for (std::uint32_t x = 1; x <= 1024; ++x)
    for (std::uint32_t y = 1; x * y <= 1024; ++y)
      for (std::uint32_t z = 1; x * y * z <= 1024 && z <= 64; ++z)
        check(RaddleDim3{x, y, z});
}

TEST(BlockClass, NumbersAndNamesTellClassesApart) {
  std::map<std::size_t, BlockClass> classes;
  forEachBlock([&](const RaddleDim3 &block) {
    const BlockClass found = BlockClass::of(block);
    ASSERT_LT(found.index(), BlockClass::kCount);
    ASSERT_EQ(classes.insert({found.index(), found}).first->second.name(), found.name());
    BlockClass unaligned = found;
    unaligned.unaligned = true;
    ASSERT_LT(unaligned.index(), BlockClass::kCount);
    ASSERT_EQ(classes.insert({unaligned.index(), unaligned}).first->second.name(), unaligned.name());
  });
  std::map<std::string, std::size_t> names;
  for (const auto &[index, found] : classes) {
    EXPECT_TRUE(names.insert({found.name(), index}).second) << found.name();
    const auto named = BlockClass::named(found.name());
    ASSERT_TRUE(named) << found.name();
    EXPECT_EQ(named->name(), found.name());
    EXPECT_EQ(named->index(), index);
  }
  EXPECT_FALSE(BlockClass::named("rows+three-warps"));
}

TEST(BlockClass, OneGroupHasOneShape) {
  forEachBlock([](const RaddleDim3 &block) {
    const BlockClass found = BlockClass::of(block);
    if (!found.one_group)
      return;
    const RaddleDim3 extents = found.extents();
    ASSERT_EQ(extents.x, block.x);
    ASSERT_EQ(extents.y, block.y);
    ASSERT_EQ(extents.z, block.z);
  });
  EXPECT_EQ(BlockClass::of({256, 1, 1}).name(), "rows+eight-warps");
  EXPECT_EQ(BlockClass::of({512, 1, 1}).name(), "rows+eights");
  EXPECT_EQ(BlockClass::of({16, 16, 1}).name(), "rows-of-16+eight-warps");
  EXPECT_EQ(BlockClass::of({128, 2, 1}).name(), "rows+fours");
  EXPECT_EQ(BlockClass::of({32, 1, 1}).name(), "rows-of-32+one-warp");
  EXPECT_EQ(BlockClass::of({1, 1, 1}).name(), "line+one-thread");
}

TEST(BlockClass, WarpsOfSeveralPlanes) {
  EXPECT_EQ(BlockClass::of({4, 4, 4}).name(), "planes-of-4x4");
  EXPECT_EQ(BlockClass::of({2, 4, 4}).name(), "planes-of-2x4+one-warp");
  EXPECT_EQ(BlockClass::of({1, 1, 64}).name(), "planes-of-1x1");
  EXPECT_EQ(BlockClass::of({4, 8, 2}).name(), "rows-of-4") << "a plane of 32 is a warp";
  EXPECT_EQ(BlockClass::of({4, 4, 3}).name(), "any") << "the last warp lacks lanes";
  EXPECT_EQ(BlockClass::of({4, 3, 8}).name(), "any");
  const BlockClass one_warp = BlockClass::of({2, 4, 4});
  EXPECT_EQ(one_warp.extents().z, 4u);
  EXPECT_EQ(BlockClass::of({4, 4, 4}).extents().z, 0u);
}

} // namespace
} // namespace raddle
