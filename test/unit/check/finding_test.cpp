#include "check/finding.h"

#include "check/text_style.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace raddle::check {
namespace {

Finding race() {
  Finding finding = Finding::of(Rule::kOutOfBoundsShared, "write of 4 bytes behind the end of a variable");
  finding.object = "tile[33]";
  finding.here = {.who = {.kernel = "k(int*)",
                          .block = RaddleDim3{0, 0, 0},
                          .thread = RaddleDim3{33, 0, 0},
                          .warp = 1,
                          .lane = 1},
                  .stack = {{"/usr/include/c++/12/new", 3, 1, "operator new"}, {"app.cu", 14, 7, "k(int*)"}},
                  .write = true,
                  .bytes = 4,
                  .address = 0x1000};
  finding.other = Access{.stack = {{"app.cu", 8, 3, "main"}}, .what = "allocated here"};
  return finding;
}

TEST(Finding, RulesAreFoundByTheirIds) {
  std::set<std::string> ids;
  for (const RuleFacts &facts : allRules()) {
    EXPECT_TRUE(ids.insert(facts.id).second) << facts.id;
    EXPECT_EQ(ruleOf(facts.id), facts.rule) << facts.id;
    EXPECT_EQ(&factsOf(facts.rule), &facts) << facts.id;
  }
  EXPECT_EQ(ruleOf("no-such-rule"), std::nullopt);
}

TEST(Finding, ThePlaceIsTheProgramsOwn) { EXPECT_EQ(race().here.place().text(), "app.cu:14:7"); }

TEST(Finding, TheFirstLineSaysWhatAndWhere) {
  const std::string text = inWords(race());
  EXPECT_TRUE(
      text.starts_with("app.cu:14:7: error: write of 4 bytes behind the end of a variable "
                       "[out-of-bounds-shared]\nnote: on tile[33]\nnote: kernel 'k(int*)', block (0,0,0), "
                       "thread (33,0,0), warp 1, lane 1\n"))
      << text;
  EXPECT_NE(text.find("app.cu:8:3: note: allocated here\n"), std::string::npos) << text;
}

TEST(Finding, NvidiasWords) {
  const std::string text = inWordsOfSanitizer(race(), {.prefix = "="});
  EXPECT_TRUE(text.starts_with("= Invalid __shared__ write of size 4 bytes\n")) << text;
  EXPECT_NE(text.find("=     by thread (33,0,0) in block (0,0,0)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("=     Address 0x1000 is out of bounds\n"), std::string::npos) << text;
}

TEST(Finding, NamesOfFunctionsAlone) {
  EXPECT_EQ(withoutParameters("kernel(int*)"), "kernel");
  EXPECT_EQ(withoutParameters("void kernel<int, 3>(int*, void (*)(int))"), "kernel");
  EXPECT_EQ(withoutParameters("void (anonymous namespace)::f(int)"), "(anonymous namespace)::f");
  EXPECT_EQ(withoutParameters("main"), "main");
}

TEST(Finding, TwoAreOneWhereRuleAndPlacesAre) {
  Finding again = race();
  again.what = "write of 4 bytes elsewhere";
  EXPECT_EQ(identityOf(again), identityOf(race()));
  again.here.stack[1].column = 9;
  EXPECT_NE(identityOf(again), identityOf(race()));
}

} // namespace
} // namespace raddle::check
