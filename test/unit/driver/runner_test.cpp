// Running commands, and what stays behind.
#include "driver/runner.h"
#include "driver/workspace.h"

#include <fstream>
#include <gtest/gtest.h>

namespace raddle::driver {
namespace {

namespace fs = std::filesystem;

TEST(Runner, ReportsTheExitStatus) {
  Runner runner(false, false);
  EXPECT_EQ(runner.run({"true"}), 0);
  EXPECT_EQ(runner.run({"sh", "-c", "exit 3"}), 3);
  EXPECT_EQ(runner.run({"sh", "-c", "kill -9 $$"}), 128 + SIGKILL);
}

TEST(Runner, CollectsStandardError) {
  Runner runner(false, false);
  std::string diagnostics;
  EXPECT_EQ(runner.run({"sh", "-c", "echo one >&2; echo two >&2"}, &diagnostics), 0);
  EXPECT_EQ(diagnostics, "one\ntwo\n");
}

TEST(Runner, ADryRunRunsNothing) {
  Runner runner(false, true);
  testing::internal::CaptureStderr();
  EXPECT_EQ(runner.run({"false", "a b", "it's"}), 0);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "#$ false 'a b' 'it'\\''s'\n");
}

TEST(Runner, AnInterruptStopsTheCommandAndNotUs) {
  Runner runner(false, false);
  EXPECT_FALSE(runner.interrupted());
  EXPECT_EQ(runner.run({"sh", "-c", "kill -TERM $PPID; exec sleep 60"}), 128 + SIGTERM);
  EXPECT_TRUE(runner.interrupted());
}

TEST(Workspace, IsRemovedWithItsFiles) {
  fs::path file;
  {
    auto workspace = Workspace::temporary();
    ASSERT_TRUE(workspace);
    file = workspace->file("dir/a.cu", "bc");
    EXPECT_EQ(file.filename(), "a.bc");
    // Two sources of one name do not share a file.
    EXPECT_EQ(workspace->file("other/a.cu", "bc").filename(), "a-2.bc");
    std::ofstream(file) << "x";
    EXPECT_TRUE(fs::exists(file));
  }
  EXPECT_FALSE(fs::exists(file.parent_path()));
}

TEST(Workspace, KeepNeedsAFolder) {
  auto workspace = Workspace::kept("/nowhere");
  ASSERT_FALSE(workspace);
  EXPECT_EQ(workspace.error().message, "--keep-dir: '/nowhere' is not a directory");
}

} // namespace
} // namespace raddle::driver
