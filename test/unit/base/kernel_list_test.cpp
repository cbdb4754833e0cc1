// What raddlecc tells the runtime of kernels that are not compiled yet.
#include "base/kernel_list.h"

#include <gtest/gtest.h>

namespace raddle {
namespace {

TEST(KernelList, HasALineForEachKernel) {
  const auto kernels = readKernelList("256 _Z1av\n0 _Z1bPi\n");
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name, "_Z1av");
  EXPECT_EQ(kernels[0].max_threads, 256u);
  EXPECT_EQ(kernels[1].name, "_Z1bPi");
  EXPECT_EQ(kernels[1].max_threads, 0u);
  EXPECT_TRUE(readKernelList("").empty());
}

TEST(KernelList, PassesOverWhatIsNoLineOfIt) {
  EXPECT_TRUE(readKernelList("\n12\n12 \nname\n-1 name\n99999999999 name\n").empty());
  EXPECT_EQ(readKernelList("name\n32 _Z1av").size(), 1u);
}

TEST(KernelList, BoundsTellTheBlocks) {
  EXPECT_EQ(blocksOf({"k", 384}), BlockClass::of({384, 1, 1}));
  EXPECT_EQ(blocksOf({"k", 1}), BlockClass::of({1, 1, 1}));
  EXPECT_EQ(blocksOf({"k", 0}), std::nullopt);
  EXPECT_EQ(blocksOf({"k", 2048}), std::nullopt);
}

} // namespace
} // namespace raddle
