#include "machine/last_level_cache.h"

#include <cstddef>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

using namespace raddle;

namespace {

TEST(LastLevelCache, IsWhatTheKernelSays) {
  // The size is that of the first core, in KiB ("32768K"). Some virtual machines do not say.
  std::size_t kibibytes = 0;
  for (int index = 0;
       std::ifstream file{"/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size"};
       ++index)
    file >> kibibytes;
  if (kibibytes == 0)
    GTEST_SKIP();
  // As many of them as the process has cores for.
  EXPECT_GT(lastLevelCacheBytes(), 0u);
  EXPECT_EQ(lastLevelCacheBytes() % (kibibytes * 1024), 0u);
}

} // namespace
