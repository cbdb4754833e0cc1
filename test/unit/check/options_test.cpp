#include "check/options.h"

#include <gtest/gtest.h>

namespace raddle::check {
namespace {

Options parsed(const std::string &text) {
  std::vector<std::string> errors;
  Options options = parseOptions(text, errors);
  EXPECT_TRUE(errors.empty()) << text << ": " << (errors.empty() ? "" : errors[0]);
  return options;
}

std::string errorOf(const std::string &text) {
  std::vector<std::string> errors;
  parseOptions(text, errors);
  return errors.empty() ? "" : errors[0];
}

TEST(CheckOptions, NothingIsCheckedUnlessItIsAskedFor) {
  EXPECT_FALSE(parsed("").any());
  EXPECT_FALSE(parsed("0").any());
  EXPECT_FALSE(parsed("record=x").any());
}

TEST(CheckOptions, DetectorsHaveNames) {
  EXPECT_TRUE(parsed("memory").has(Detector::kMemory));
  EXPECT_FALSE(parsed("memory").has(Detector::kSync));
  for (const char *all : {"all", "1", "memory,sync"})
    EXPECT_TRUE(parsed(all).memory && parsed(all).sync) << all;
}

TEST(CheckOptions, ValuesMayHaveCommasAndBackslashes) {
  Options options;
  options.memory = true;
  options.kernel = R"(a\d{1,2})";
  options.record = "/tmp/a,b";
  options.launch_skip = 3;
  options.print_limit = 7;
  options.style = Style::kSanitizer;
  options.api_errors = ApiErrors::kUnchecked;
  options.leaks = options.fatal = true;
  options.nvtx = false;
  options.without = "double-free:leak-stream";
  options.process_exclude_tree = "a|b,c";
  options.process_id = 7;
  const Options read = parsed(format(options));
  EXPECT_EQ(read.kernel, options.kernel);
  EXPECT_EQ(read.record, options.record);
  EXPECT_EQ(read.launch_skip, 3u);
  EXPECT_EQ(read.print_limit, 7u);
  EXPECT_EQ(read.style, Style::kSanitizer);
  EXPECT_EQ(read.api_errors, ApiErrors::kUnchecked);
  EXPECT_FALSE(read.nvtx);
  EXPECT_TRUE(read.leavesOut(Rule::kDoubleFree) && read.leavesOut(Rule::kLeakStream));
  EXPECT_FALSE(read.leavesOut(Rule::kInvalidFree));
  EXPECT_EQ(read.process_exclude_tree, options.process_exclude_tree);
  EXPECT_EQ(read.process_id, 7u);
  EXPECT_TRUE(read.leaks && read.fatal && read.memory && !read.sync);
}

TEST(CheckOptions, WhatIsNotUnderstoodIsNamed) {
  EXPECT_EQ(errorOf("memry"), "'memry' is unknown; did you mean 'memory'?");
  EXPECT_EQ(errorOf("print-limt=3"), "'print-limt' is unknown; did you mean 'print-limit'?");
  EXPECT_EQ(errorOf("print-limit=x"), "'x' is no value for 'print-limit'");
  EXPECT_EQ(errorOf("kernel=("), "'(' is no value for 'kernel'");
}

} // namespace
} // namespace raddle::check
