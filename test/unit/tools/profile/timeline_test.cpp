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

// Those of a thread lie within each other.
constexpr const char *kPushed = R"({"ph":"B","pid":1,"tid":7,"cat":"nvtx","name":"outer","ts":10}
{"ph":"B","pid":1,"tid":7,"cat":"nvtx","name":"inner","ts":12.5}
{"ph":"E","pid":1,"tid":7,"cat":"nvtx","name":"inner","ts":20}
)";

TEST_F(TimelineTest, RangesOfAThreadAreMadeWhole) {
  const Timeline timeline =
      read(std::string(kPushed) + R"({"ph":"E","pid":1,"tid":7,"cat":"nvtx","name":"outer","ts":30})" + "\n");
  ASSERT_EQ(timeline.events.size(), 2u);
  EXPECT_EQ(timeline.events[0],
            R"({"ph":"X","pid":1,"tid":7,"cat":"nvtx","name":"inner","ts":12.500,"dur":7.500,"args":{}})");
  EXPECT_EQ(timeline.events[1],
            R"({"ph":"X","pid":1,"tid":7,"cat":"nvtx","name":"outer","ts":10.000,"dur":20.000,"args":{}})");
}

TEST_F(TimelineTest, OpenRangesEndWithTheirProcess) {
  const std::string end = R"({"ph":"M","pid":1,"tid":0,"name":"process_end","ts":50})";
  const Timeline timeline =
      read(std::string(kPushed) + R"({"ph":"b","pid":1,"tid":7,"cat":"nvtx","id":5,"name":"range","ts":15})" +
           "\n" + end + "\n");
  const std::string trace = traceOf(timeline),
                    open = R"("args":{"ended":"no, open at the end of the program"}})";
  EXPECT_NE(trace.find(R"("name":"outer","ts":10.000,"dur":40.000,)" + open), std::string::npos) << trace;
  EXPECT_NE(trace.find(R"("name":"range","ts":15.000,)" + open), std::string::npos) << trace;
  EXPECT_NE(trace.find(R"("ph":"e","pid":1,"tid":7,"cat":"nvtx","id":5,"name":"range","ts":50.000})"),
            std::string::npos)
      << trace;
}

// It was killed: nothing is known after its last event.
TEST_F(TimelineTest, OpenRangesOfAKilledProcessEndWithItsLastEvent) {
  const std::string late =
      R"({"ph":"X","pid":9,"tid":7,"cat":"kernel","name":"k","ts":40,"dur":5.5,"args":{}})";
  const std::string trace = traceOf(read(std::string(kPushed) + late + "\n"));
  EXPECT_NE(trace.find(R"("name":"outer","ts":10.000,"dur":35.500,)"), std::string::npos) << trace;
}

} // namespace
} // namespace raddle::tools::profile
