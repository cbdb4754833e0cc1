// $RADDLE_TRACE: what is written can be read, and what is wrong is named.

#include "trace/options.h"

#include <gtest/gtest.h>

namespace raddle::trace {
namespace {

TEST(TraceOptions, ReadWhatIsWritten) {
  Options options;
  options.folder = "/tmp/a,b\\c";
  options.kernel = "f\\(int, float\\)";
  options.is_exact = true;
  options.block = {1, 2, 3};
  options.warp = 4, options.launch = 5, options.skip = 6, options.steps = 7;
  std::string error;
  const Options read = parseOptions(format(options), error);
  EXPECT_EQ(error, "");
  EXPECT_EQ(read.folder, options.folder);
  EXPECT_EQ(read.kernel, options.kernel);
  EXPECT_TRUE(read.is_exact);
  EXPECT_EQ(read.block, options.block);
  EXPECT_EQ(read.warp, 4u);
  EXPECT_EQ(read.launch, 5u);
  EXPECT_EQ(read.skip, 6u);
  EXPECT_EQ(read.steps, 7u);
}

TEST(TraceOptions, AFolderIsEnough) {
  std::string error;
  const Options read = parseOptions("here", error);
  EXPECT_EQ(error, "");
  EXPECT_EQ(read.folder, "here");
  EXPECT_EQ(read.steps, 100'000u);
}

TEST(TraceOptions, NamesWhatIsWrong) {
  for (const char *wrong :
       {"warps=1", "warp=one", "exact=yes", "block=1:2", "block=1:2:3:4", "steps", "steps=-1"}) {
    std::string error;
    parseOptions(std::string("here,") + wrong, error);
    EXPECT_EQ(error, std::string("'") + wrong + "' is no option of RADDLE_TRACE");
  }
}

} // namespace
} // namespace raddle::trace
