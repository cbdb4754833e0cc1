#include "base/environment_table.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <vector>

namespace raddle {
namespace {

TEST(EnvironmentTable, IsThatOfTheReadme) {
  std::ifstream stream(RADDLE_README);
  const std::string readme{std::istreambuf_iterator<char>(stream), {}};
  std::string table = "| variable | meaning | default |\n|---|---|---|\n";
  for (const EnvironmentVariable &variable : environmentVariables())
    table +=
        std::string("| `") + variable.name + "` | " + variable.meaning + " | " + variable.fallback + " |\n";
  EXPECT_NE(readme.find(table + "\n"), std::string::npos) << "README.md should hold this table:\n\n" << table;
}

std::string unknown(std::vector<const char *> settings) {
  settings.push_back(nullptr);
  return describeUnknownVariables(settings.data());
}

TEST(EnvironmentTable, KnowsItsOwnAndLeavesOthersAlone) {
  EXPECT_EQ(unknown({"RADDLE_WORKERS=1", "RADDLE_CACHE=0", "RADDLE=x", "RANDOM=1", "RUST_LOG=x",
                     "ROCR_VISIBLE_DEVICES=0", "HOME=/root", "RADDLE_HOME=/opt/raddle", "=", "R"}),
            "");
}

TEST(EnvironmentTable, SuggestsTheNearest) {
  for (const auto &[given, meant] :
       std::vector<std::pair<const char *, std::string>>{{"RADDLE_WORKER=4", "RADDLE_WORKERS"},
                                                         {"RADDLE_LANE=1", "RADDLE_LANES"},
                                                         {"RADDLE_CACHEDIR=/tmp/x", "RADDLE_CACHE_DIR"},
                                                         {"RADDLE_CACHE_MAX_SIZE=1G", "RADDLE_CACHE_MAXSIZE"},
                                                         {"RADDLE_HANGSECONDS=1", "RADDLE_HANG_SECONDS"},
                                                         {"raddle_quiet=1", "RADDLE_QUIET"},
                                                         {"RADLE_DEVICE=sm_80", "RADDLE_DEVICE"},
                                                         {"RADDLEISA=avx2", "RADDLE_ISA"}}) {
    const std::string name = std::string(given).substr(0, std::string(given).find('='));
    EXPECT_EQ(unknown({given}),
              "raddle: warning: the variable " + name + " is unknown; did you mean " + meant + "?\n");
  }
  EXPECT_EQ(
      unknown({"RADDLE_BANANAS=1", "RADDLE_ISA=avx2"}),
      "raddle: warning: the variable RADDLE_BANANAS is unknown; raddle info lists those that Raddle reads\n");
}

} // namespace
} // namespace raddle
