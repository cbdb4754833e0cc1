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

// As NVIDIA's tool saves it.
constexpr const char *kSaved = R"(<?xml version="1.0" encoding="utf-8"?>
<ComputeSanitizerOutput>
  <!-- known -->
  <record>
    <kind>Precise</kind> <level>Error</level>
    <what> <text>Invalid write: Access is out of bounds</text> <space>shared</space> <size>4</size> </what>
    <where> <func>inner(int)</func> <path>/home/me/src/app.cu</path> <line>12</line> <offset>0x90</offset> </where>
    <who> <threadIdx><x>1</x><y>0</y><z>0</z></threadIdx> </who>
    <deviceStack> <frame><func>kernel(int*)</func></frame> </deviceStack>
    <hostStack>
      <saveLocation>error</saveLocation>
      <frame> <module>libcuda.so.1</module> <offset>0x1</offset> </frame> <frame> <func>cudaLaunchKernel</func> </frame>
    </hostStack>
  </record>
</ComputeSanitizerOutput>
)";

TEST(Suppressions, RecordsOfNvidiasTool) {
  const std::string saved = kSaved;
  auto with = [&](const std::string &from, const std::string &to) {
    std::string changed = saved;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return changed.replace(at, from.size(), to);
  };
  Finding finding = overflow();
  finding.here.bytes = 4;
  finding.here.write = true;
  auto knows = [&](const std::string &text) { return Suppressions::read(text)->cover(finding); };
  EXPECT_TRUE(knows(saved));
  EXPECT_TRUE(knows(with("<func>inner(int)</func>", "")));
  EXPECT_TRUE(knows(with("<line>12</line>", "")));
  EXPECT_FALSE(knows(with("<line>12</line>", "<line>13</line>")));
  EXPECT_FALSE(knows(with("<size>4</size>", "<size>8</size>")));
  EXPECT_FALSE(knows(with("<kind>Precise", "<kind>Leak")));
  EXPECT_FALSE(knows(with("<func>kernel(int*)", "<func>other(int*)")));
  EXPECT_FALSE(knows(with("src/app.cu", "src/other.cu")));
}

TEST(Suppressions, OtherXmlIsRefused) {
  for (const char *text : {"<a>\n<b></a>", "<", "<a", "</a>", "<?xml"}) {
    const auto read = Suppressions::read(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("this is not the XML of compute-sanitizer"), std::string::npos);
  }
}

TEST(Suppressions, MistakesAreNamedByLine) {
  const auto wrong = Suppressions::read("rule=x\nplce=y\n");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message,
            "line 2: 'plce=y' should be rule=, place=, function= or kernel= with a pattern");
}

} // namespace
} // namespace raddle::check
