// The command line of NVIDIA's tool.
#include "tools/check/sanitizer_options.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <unistd.h>
#include <vector>

namespace raddle::tools::check {
namespace {

using Words = std::vector<std::string>;

SanitizerRequest parsed(const Words &words) {
  auto request = parseSanitizerOptions(words);
  EXPECT_TRUE(request) << (request ? "" : request.error().message);
  return request ? *request : SanitizerRequest{};
}

std::string errorOf(const Words &words) {
  const auto request = parseSanitizerOptions(words);
  return request ? "" : request.error().message;
}

TEST(SanitizerOptions, TheProgramBeginsBehindTheOptions) {
  const Words program{"./app", "--tool", "x"};
  EXPECT_EQ(parsed({"./app", "--tool", "x"}).command, program);
  EXPECT_EQ(parsed({"--tool", "memcheck", "--leak-check=full", "./app", "--tool", "x"}).command, program);
  EXPECT_EQ(parsed({"-q", "--", "./app", "--tool", "x"}).command, program);
}

TEST(SanitizerOptions, WhatScriptsPass) {
  const auto request =
      parsed({"--tool", "memcheck", "--leak-check", "full", "--error-exitcode", "1", "--print-limit", "0",
              "--target-processes", "all", "--force-blocking-launches", "--launch-count", "2",
              "--launch-skip=1", "--report-api-errors", "no", "--track-stream-ordered-races", "all", "a"});
  EXPECT_TRUE(request.options.memory);
  EXPECT_FALSE(request.options.sync);
  EXPECT_TRUE(request.options.leaks);
  EXPECT_EQ(request.error_exitcode, 1);
  EXPECT_EQ(request.options.print_limit, ~std::size_t{0});
  EXPECT_EQ(request.options.launch_count, 2u);
  EXPECT_EQ(request.options.launch_skip, 1u);
  EXPECT_EQ(request.options.api_errors, raddle::check::ApiErrors::kNone);
  EXPECT_EQ(request.command, Words{"a"});
}

TEST(SanitizerOptions, FiltersAreExpressions) {
  const auto fits = [](const Words &words, const char *name) {
    return std::regex_search(name, std::regex(parsed(words).options.kernel));
  };
  EXPECT_TRUE(fits({"--kernel-name", "kns=epsilon", "a"}, "_Z7epsilonPi"));
  EXPECT_FALSE(fits({"--kernel-name", "kne=epsilon", "a"}, "_Z7epsilonPi"));
  EXPECT_TRUE(fits({"--kernel-name", "kns=delta,kne=_Z5gammaPi", "a"}, "_Z5gammaPi"));
  EXPECT_TRUE(fits({"--kernel-name", "regex=[a-z]{7,7}", "a"}, "_Z7epsilonPi"));
  EXPECT_TRUE(fits({"--kernel-regex", "kns=eps.*Pi", "a"}, "_Z7epsilonPi"));
  EXPECT_FALSE(fits({"--kernel-name", "kns=eps.lon", "a"}, "_Z7epsilonPi"));
  EXPECT_FALSE(parsed({"--kernel-name-exclude", "kns=x", "a"}).options.kernel_exclude.empty());
}

TEST(SanitizerOptions, SwitchesHaveAValueOrNone) {
  EXPECT_TRUE(parsed({"--xml", "yes", "--save", "x", "a"}).xml);
  EXPECT_TRUE(parsed({"--xml", "--save", "x", "a"}).xml);
  EXPECT_EQ(parsed({"--nvtx", "no", "a"}).command, Words{"a"});
  EXPECT_FALSE(parsed({"--nvtx=no", "a"}).options.nvtx);
  EXPECT_TRUE(parsed({"--check-exit-code", "a"}).checks_exit_code);
  EXPECT_EQ(errorOf({"--strip-paths=maybe", "a"}), "--strip-paths is 'maybe'; it can be yes or no");
}

TEST(SanitizerOptions, HowMuchIsShown) {
  EXPECT_TRUE(parsed({"a"}).style == raddle::check::SanitizerStyle());
  EXPECT_FALSE(parsed({"--show-backtrace", "device", "a"}).style.host_stacks);
  EXPECT_TRUE(parsed({"--show-backtrace", "device", "a"}).style.device_stacks);
  EXPECT_EQ(parsed({"--num-callers-host", "2", "a"}).style.most_host_frames, 2u);
  EXPECT_EQ(parsed({"--num-callers-device=0", "a"}).style.most_device_frames, ~std::size_t{0});
  EXPECT_TRUE(parsed({"--demangle", "simple", "a"}).style.strips_parameters);
  EXPECT_NE(errorOf({"--demangle", "no", "a"}), "");
}

TEST(SanitizerOptions, WhatIsLookedAt) {
  EXPECT_EQ(parsed({"--check-api-memory-access", "no", "--check-device-heap=no", "a"}).options.without,
            "copy-too-long:out-of-bounds-heap:invalid-device-free");
  const auto request = parsed(
      {"--target-processes-filter", "python3,regex:work.*,exclude:sh,exclude-tree:make", "a"});
  EXPECT_EQ(request.options.process, "python3|work.*");
  EXPECT_EQ(request.options.process_exclude, "sh");
  EXPECT_EQ(request.options.process_exclude_tree, "make");
  EXPECT_TRUE(parsed({"--target-processes", "application-only", "a"}).is_for_program_only);
  EXPECT_NE(errorOf({"--mode", "attach", "a"}), "");
}

TEST(SanitizerOptions, NamesOfFilesHaveEscapes) {
  setenv("CHECK_TEST", "x", 1);
  EXPECT_EQ(parsed({"--log-file", "%q{CHECK_TEST}-%p%%", "a"}).log_file,
            "x-" + std::to_string(getpid()) + "%");
  EXPECT_NE(errorOf({"--save", "%z", "a"}), "");
}

TEST(SanitizerOptions, WhatIsNotThereIsRefusedByName) {
  EXPECT_EQ(errorOf({"--tool", "racecheck", "a"}),
            "the tool 'racecheck' does not exist yet; there are memcheck and synccheck");
  EXPECT_EQ(errorOf({"--generate-coredump", "a"}), "--generate-coredump is not supported");
  EXPECT_EQ(errorOf({"--leak-chek", "full", "a"}),
            "unknown option '--leak-chek'; did you mean '--leak-check'?");
  EXPECT_EQ(errorOf({"--error-exitcode"}), "--error-exitcode needs a value");
  EXPECT_EQ(errorOf({"--error-exitcode", "x", "a"}), "--error-exitcode is 'x'; it can be from 0 to 255");
  EXPECT_EQ(errorOf({"--xml", "a"}), "--xml needs --save, which says where to");
}

} // namespace
} // namespace raddle::tools::check
