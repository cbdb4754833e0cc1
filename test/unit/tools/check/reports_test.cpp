// What is recorded is read as it was, and merged where several processes have found it.
#include "check/record.h"
#include "tools/check/checked_run.h"
#include "tools/check/reports.h"

#include <gtest/gtest.h>
#include <llvm/Support/JSON.h>

#include <string>

namespace raddle::tools::check {
namespace {

using namespace raddle::check;

Finding overflow() {
  Finding finding = Finding::of(Rule::kOutOfBoundsGlobal, "write of 4 bytes \"behind\" <the end>\n\x01");
  finding.object = "byte 132 of 128";
  finding.here = {.who = {.kernel = "k<int>(int*)", .block = RaddleDim3{1, 2, 3}, .lane = 0},
                  .stack = {{"a b.cu", 14, 7, "k<int>(int*)"}},
                  .write = true,
                  .bytes = 4,
                  .address = 0xfffffffffffff000};
  finding.other = Access{.stack = {{"/elsewhere/app.cu", 8, 0, "main"}}, .what = "allocated here"};
  finding.notes = {{"a note", {"a b.cu", 3, 1, ""}}, {"another", {}}};
  return finding;
}

TEST(Record, FindingsAreReadAsTheyWere) {
  const std::vector<Finding> read = readRecord(recordLine(overflow(), 0));
  ASSERT_EQ(read.size(), 1u);
  const Finding &finding = read[0], expected = overflow();
  EXPECT_EQ(finding.what, expected.what);
  EXPECT_EQ(finding.object, expected.object);
  EXPECT_EQ(finding.here.stack, expected.here.stack);
  EXPECT_EQ(finding.here.address, expected.here.address);
  EXPECT_EQ(finding.here.who.text(), expected.here.who.text());
  ASSERT_TRUE(finding.other);
  EXPECT_EQ(finding.other->stack, expected.other->stack);
  ASSERT_EQ(finding.notes.size(), 2u);
  EXPECT_EQ(finding.notes[0].place, expected.notes[0].place);
}

TEST(Record, CountsAreAdded) {
  std::string text =
      recordLine(overflow(), 0) + "{\"process\":7,\"torn\n" + countLine(0, 5) + countLine(9, 3);
  // Another process, which found it once.
  std::string other = recordLine(overflow(), 0);
  other.replace(other.find(':') + 1, other.find(',') - other.find(':') - 1, "1");
  const std::vector<Finding> read = readRecord(text + other);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].count, 6u);
}

TEST(Sarif, HasWhatForgesShow) {
  const CheckedRun run{{"./app", "a b"}, 0, {overflow()}};
  auto parsed = llvm::json::parse(sarifReport(run));
  ASSERT_TRUE(static_cast<bool>(parsed));
  const auto &result =
      *(*(*parsed->getAsObject()->getArray("runs"))[0].getAsObject()->getArray("results"))[0].getAsObject();
  EXPECT_EQ(result.getString("ruleId"), "out-of-bounds-global");
  EXPECT_EQ(result.getString("level"), "error");
  const auto &location = *(*result.getArray("locations"))[0].getAsObject()->getObject("physicalLocation");
  EXPECT_EQ(location.getObject("artifactLocation")->getString("uri"), "a%20b.cu");
  EXPECT_EQ(location.getObject("region")->getInteger("startLine"), 14);
  const auto &related = *(*result.getArray("relatedLocations"))[0].getAsObject();
  EXPECT_EQ(related.getObject("physicalLocation")->getObject("artifactLocation")->getString("uri"),
            "file:///elsewhere/app.cu");
}

TEST(Reports, CharactersThatXmlHasNoneOf) {
  EXPECT_EQ(escapedForXml("<a & \"b\"\x01\n>"), "&lt;a &amp; &quot;b&quot;?\n&gt;");
}

TEST(Reports, CommandsMayBeTyped) {
  EXPECT_EQ(commandLine({{"./app", "a b", "it's", ""}, 0, {}}), "./app 'a b' 'it'\\''s' ''");
}

} // namespace
} // namespace raddle::tools::check
