#include "check/suppressions.h"

#include <gtest/gtest.h>

namespace raddle::check {
namespace {

Finding overflow() {
  Finding finding = Finding::of(Rule::kOutOfBoundsShared, "write of 4 bytes");
  finding.here.stack = {{"src/app.cu", 12, 5, "inner(int)"}, {"src/app.cu", 30, 3, "kernel(int*)"}};
  finding.here.who.kernel = "kernel(int*)";
  return finding;
}

bool covers(const std::string &text) {
  const auto suppressions = Suppressions::read(text);
  EXPECT_TRUE(suppressions) << text;
  return suppressions && suppressions->cover(overflow());
}

TEST(Suppressions, EachWordHasToFit) {
  EXPECT_TRUE(covers("rule=out-of-bounds-*"));
  EXPECT_FALSE(covers("rule=leak-*"));
  EXPECT_TRUE(covers("kernel=kernel*"));
  EXPECT_FALSE(covers("rule=out-of-bounds-* kernel=other*"));
  EXPECT_TRUE(covers("function=inner*"));
}

TEST(Suppressions, PlacesAreThoseOfTheWholeStack) {
  for (const char *place : {"app.cu", "src/app.cu", "app.cu:12", "app.cu:30", "app.cu:12:5", "*.cu"})
    EXPECT_TRUE(covers(std::string("place=") + place)) << place;
  for (const char *place : {"app.cu:13", "pp.cu", "other.cu"})
    EXPECT_FALSE(covers(std::string("place=") + place)) << place;
}

TEST(Suppressions, AnyLineWillDoAndNothingCoversNothing) {
  EXPECT_TRUE(covers("# known\nrule=leak-*\n\nplace=app.cu:12  # until the next release\n"));
  EXPECT_FALSE(covers("# nothing\n"));
}

TEST(Suppressions, MistakesAreNamedByLine) {
  const auto wrong = Suppressions::read("rule=x\nplce=y\n");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message,
            "line 2: 'plce=y' should be rule=, place=, function= or kernel= with a pattern");
}

} // namespace
} // namespace raddle::check
