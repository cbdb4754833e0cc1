// Timelines that processes have left, whole or not.
#include "tools/profile/timeline.h"

#include <llvm/Support/JSON.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace raddle::tools::profile {
namespace {

class TimelineTest : public testing::Test {
protected:
  TimelineTest() { EXPECT_NE(mkdtemp(folder_.data()), nullptr); }
  ~TimelineTest() override { std::filesystem::remove_all(folder_); }

  Timeline read(const std::string &content) {
    std::ofstream(folder_ + "/1.timeline") << content;
    return readTimeline(folder_);
  }

  std::string folder_ = std::filesystem::temp_directory_path() / "raddle-timeline-XXXXXX";
};

constexpr const char *kKernel =
    R"({"ph":"X","pid":1,"tid":7,"cat":"kernel","name":"k","ts":1.500,"dur":2.000,"args":{}})";

TEST_F(TimelineTest, KeepsWholeLinesOnly) {
  const Timeline timeline =
      read(std::string(kKernel) + "\n" + kKernel + "\n{\"ph\":\"X\",\"pi" + std::string(100, '\0'));
  EXPECT_EQ(timeline.events.size(), 2u);
  EXPECT_EQ(kernelTimes(timeline).at("k"), 4.0);
}

TEST_F(TimelineTest, TracesAreJson) {
  for (const std::string &content :
       {std::string(), std::string(kKernel) + "\n", std::string(kKernel) + "\n" + kKernel + "\n"}) {
    auto value = llvm::json::parse(traceOf(read(content)));
    ASSERT_TRUE(static_cast<bool>(value));
    ASSERT_TRUE(value->getAsObject()->getArray("traceEvents"));
  }
}

TEST_F(TimelineTest, RangesThatOverlapAreSummedUp) {
  const std::string sums = sumUp(read(R"({"ph":"b","pid":1,"tid":1,"cat":"nvtx","id":5,"name":"range","ts":10}
{"ph":"e","pid":1,"tid":2,"cat":"nvtx","id":5,"name":"range","ts":35}
)"));
  EXPECT_NE(sums.find("ranges of NVTX"), std::string::npos);
  EXPECT_NE(sums.find("25.0         1"), std::string::npos) << sums;
}

} // namespace
} // namespace raddle::tools::profile
