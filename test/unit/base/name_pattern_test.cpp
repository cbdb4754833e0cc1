// Kernels chosen by their names as they are listed, and by regular expressions.
#include "base/name_pattern.h"

#include <gtest/gtest.h>

namespace raddle {
namespace {

TEST(NamePattern, NamesWithBracketsMatchThemselves) {
  for (const char *name : {"first(int*)", "second<int>(int*)", "third<(Mode)1>(float**, int)",
                           "ns::f<char const*>()", "unary<std::function<void (int)>>(int)"}) {
    const NamePattern pattern(name);
    EXPECT_TRUE(pattern.isValid()) << name;
    EXPECT_TRUE(pattern.matches(name)) << name;
  }
}

TEST(NamePattern, ANameIsNoPartOfALongerWord) {
  const NamePattern pattern("first(int*)");
  EXPECT_FALSE(pattern.matches("my_first(int*)"));
  EXPECT_FALSE(pattern.matches("first(int)"));
  EXPECT_TRUE(pattern.matches("ns::first(int*)"));
}

TEST(NamePattern, ExpressionsMatchParts) {
  EXPECT_TRUE(NamePattern("^sec.*<int>").matches("second<int>(int*)"));
  EXPECT_TRUE(NamePattern("(first|second)").matches("second<int>(int*)"));
  EXPECT_TRUE(NamePattern("econd").matches("second<int>(int*)"));
  EXPECT_FALSE(NamePattern("^econd").matches("second<int>(int*)"));
  EXPECT_TRUE(NamePattern("").matches("second<int>(int*)"));
}

TEST(NamePattern, WhatIsNeitherIsInvalid) {
  for (const char *text : {"(", "*", "f(", "[a", "f(int]", "+f"})
    EXPECT_FALSE(NamePattern(text).isValid()) << text;
  EXPECT_TRUE(NamePattern("f(int**)").isValid());
}

} // namespace
} // namespace raddle
