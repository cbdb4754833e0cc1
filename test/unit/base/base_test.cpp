#include "base/asked_once.h"
#include "base/environment.h"
#include "base/paths.h"
#include "base/process.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <unistd.h>

namespace raddle {
namespace {

int times_asked = 0;

TEST(AskedOnce, RemembersBothAnswers) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(askedOnce<[] { return ++times_asked > 0; }>());
    EXPECT_FALSE(askedOnce<[] { return ++times_asked < 0; }>());
  }
  EXPECT_EQ(times_asked, 2);
}

TEST(Environment, EmptyCountsAsUnset) {
  setenv("RADDLE_TEST_VALUE", "", 1);
  EXPECT_FALSE(environment("RADDLE_TEST_VALUE"));
  setenv("RADDLE_TEST_VALUE", "x", 1);
  EXPECT_EQ(environment("RADDLE_TEST_VALUE"), "x");
}

TEST(Environment, NumbersAreWhole) {
  setenv("RADDLE_TEST_VALUE", "42", 1);
  EXPECT_EQ(environmentNumber("RADDLE_TEST_VALUE"), 42u);
  for (const char *bad : {"", "4x", "-1", "x", "1.5", "99999999999999999999999"}) {
    setenv("RADDLE_TEST_VALUE", bad, 1);
    EXPECT_FALSE(environmentNumber("RADDLE_TEST_VALUE")) << bad;
  }
}

TEST(Environment, ABadNumberIsToldOnce) {
  testing::internal::CaptureStderr();
  for (const char *bad : {"abc", "0", "-1", "1025"}) {
    setenv("RADDLE_TEST_VALUE", bad, 1);
    EXPECT_EQ(environmentNumber("RADDLE_TEST_VALUE", 1, 1024, 7), 7u) << bad;
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "raddle: warning: RADDLE_TEST_VALUE=abc is not a number from 1 to 1024; using 7\n");
  setenv("RADDLE_TEST_VALUE", "1024", 1);
  EXPECT_EQ(environmentNumber("RADDLE_TEST_VALUE", 1, 1024, 7), 1024u);
}

TEST(Paths, CacheFolderFollowsTheEnvironment) {
  setenv("HOME", "/home/someone", 1);
  unsetenv("XDG_CACHE_HOME");
  unsetenv("RADDLE_CACHE_DIR");
  unsetenv("RADDLE_CACHE");
  EXPECT_EQ(cacheDirectory(), "/home/someone/.cache/raddle");
  setenv("XDG_CACHE_HOME", "/var/tmp/cache", 1);
  EXPECT_EQ(cacheDirectory(), "/var/tmp/cache/raddle");
  setenv("RADDLE_CACHE_DIR", "/elsewhere", 1);
  EXPECT_EQ(cacheDirectory(), "/elsewhere");
  setenv("RADDLE_CACHE", "0", 1);
  EXPECT_TRUE(cacheDirectory().empty());
}

TEST(Paths, KernelCompilerCanBeNamed) {
  unsetenv("RADDLE_KERNELC");
  EXPECT_EQ(kernelCompilerPath(), installPrefix() / "libexec" / "raddle" / "raddle-kernelc");
  setenv("RADDLE_KERNELC", "/opt/kernelc", 1);
  EXPECT_EQ(kernelCompilerPath(), "/opt/kernelc");
}

TEST(Process, CollectsBothStreamsAndTheExitCode) {
  auto done = runProcess({"sh", "-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->exit_code, 3);
  EXPECT_EQ(done->output, "out\nerr\n");
}

TEST(Process, ReportsTheSignalThatEndedIt) {
  auto done = runProcess({"sh", "-c", "kill -9 $$"});
  ASSERT_TRUE(done);
  EXPECT_EQ(done->exit_code, 128 + 9);
}

TEST(Process, WorksWithoutStandardStreams) {
  // In a process of its own, because the streams do not come back.
  EXPECT_EXIT(
      {
        for (int stream : {0, 1, 2})
          close(stream);
        auto done = runProcess({"sh", "-c", "echo out"});
        _exit(done && done->output == "out\n" ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
}

TEST(Process, NamesAProgramThatIsMissing) {
  auto done = runProcess({"/no/such/program"});
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("/no/such/program"), std::string::npos);
}

} // namespace
} // namespace raddle
