// Running commands, and what stays behind.
#include "driver/setup/runner.h"
#include "driver/setup/workspace.h"

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

// Longer than what a pipe holds.
TEST(Runner, ACommandBesideOthersReadsWhatItIsFed) {
  Runner runner(false, false);
  const auto started =
      runner.start({"sh", "-c", std::string("echo begun >&2; cat ") + Runner::kFedFile + " >&2"});
  ASSERT_TRUE(started);
  EXPECT_EQ(runner.run({"true"}), 0);
  const std::string fed(1'000'000, 'x');
  std::string diagnostics;
  EXPECT_EQ(runner.finish(*started, fed, &diagnostics), 0);
  EXPECT_EQ(diagnostics, "begun\n" + fed);
}

TEST(Runner, ACommandBesideOthersMayEndBeforeItHasRead) {
  Runner runner(false, false);
  const auto started = runner.start({"sh", "-c", "echo no >&2; exit 3"});
  ASSERT_TRUE(started);
  std::string diagnostics;
  EXPECT_EQ(runner.finish(*started, std::string(1'000'000, 'x'), &diagnostics), 3);
  EXPECT_EQ(diagnostics, "no\n");
}

TEST(Runner, ACommandBesideOthersIsStoppedWhereNobodyWaitsForIt) {
  Runner runner(false, false);
  auto started = runner.start({"sleep", "1000"});
  ASSERT_TRUE(started);
  started.reset();
}

TEST(Runner, StartsWhatRunsMeanwhile) {
  Runner runner(false, false);
  int calls = 0;
  std::string diagnostics;
  EXPECT_EQ(runner.run({"sh", "-c", "echo one >&2"}, &diagnostics, [&] { ++calls; }), 0);
  EXPECT_EQ(diagnostics, "one\n");
  EXPECT_EQ(calls, 1);
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
