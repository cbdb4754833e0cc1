// The option table and the grammar of raddlecc's command line.
#include "driver/command/options.h"

#include <gtest/gtest.h>
#include <set>

namespace raddle::driver {
namespace {

using Arguments = std::vector<std::string>;

// A value that the option accepts.
std::string sampleValue(const OptionInfo &info) {
  if (info.isNumber())
    return "64";
  if (info.isChoice())
    return std::string(info.value.substr(1, info.value.find_first_of("|}") - 1));
  if (info.id == OptionId::OptionsFile)
    return "/dev/null";
  return "some/value";
}

std::string valueParsedFrom(const OptionInfo &info, const Arguments &arguments) {
  auto line = parseOptions(arguments);
  if (!line)
    return "error: " + line.error().message;
  if (!line->inputs.empty())
    return "input: " + line->inputs[0];
  if (info.id == OptionId::OptionsFile)
    return line->options.empty() ? sampleValue(info) : "not expanded";
  if (line->options.size() != 1 || line->options[0].id != info.id)
    return "another option";
  return line->options[0].value;
}

TEST(OptionTable, EverySpellingOfEveryOption) {
  for (const OptionInfo &info : optionTable()) {
    if (info.effect == Effect::Refused)
      continue;
    std::string long_name = "--" + std::string(info.long_name);
    std::string short_name = "-" + std::string(info.short_name);
    if (info.isFlag()) {
      EXPECT_EQ(valueParsedFrom(info, {long_name}), "") << long_name;
      EXPECT_EQ(valueParsedFrom(info, {short_name}), "") << short_name;
      continue;
    }
    std::string value = sampleValue(info);
    EXPECT_EQ(valueParsedFrom(info, {long_name, value}), value) << long_name;
    EXPECT_EQ(valueParsedFrom(info, {long_name + "=" + value}), value) << long_name;
    EXPECT_EQ(valueParsedFrom(info, {short_name, value}), value) << short_name;
    EXPECT_EQ(valueParsedFrom(info, {short_name + "=" + value}), value) << short_name;
    if (info.spelling == Spelling::Joined && info.id != OptionId::Machine) {
      EXPECT_EQ(valueParsedFrom(info, {short_name + value}), value) << short_name;
    }
  }
}

TEST(OptionTable, NamesAreUniqueAndOrderedAsTheIds) {
  std::set<std::string_view> long_names, short_names;
  size_t row = 0;
  for (const OptionInfo &info : optionTable()) {
    EXPECT_TRUE(long_names.insert(info.long_name).second) << info.long_name;
    EXPECT_TRUE(short_names.insert(info.short_name).second) << info.short_name;
    EXPECT_EQ(static_cast<size_t>(info.id), row++);
  }
}

TEST(OptionTable, RefusedOptionsSayWhy) {
  for (const OptionInfo &info : optionTable()) {
    if (info.effect != Effect::Refused)
      continue;
    std::string option = "--" + std::string(info.long_name);
    auto line = parseOptions(info.isFlag() ? Arguments{option} : Arguments{option, sampleValue(info)});
    ASSERT_FALSE(line) << option;
    EXPECT_EQ(line.error().message, "option '" + option + "' is not supported: " + std::string(info.help));
  }
}

TEST(OptionTable, HelpNamesEveryAcceptedOption) {
  std::string help = helpText();
  for (const OptionInfo &info : optionTable())
    if (info.effect != Effect::Refused)
      EXPECT_NE(help.find("--" + std::string(info.long_name)), std::string::npos) << info.long_name;
}

TEST(Options, OneDashLongestNameFirst) {
  // -lib, -link, -lineinfo, -Ofc... are options of their own, not -l and -O with a value.
  auto line =
      parseOptions({"-lib", "-lineinfo", "-lm", "-O3", "-t4", "-m64", "-Ofc", "max", "-Iinclude", "-DX=1"});
  ASSERT_TRUE(line) << line.error().message;
  std::vector<OptionId> ids;
  for (const ParsedOption &option : line->options)
    ids.push_back(option.id);
  EXPECT_EQ(ids, (std::vector{OptionId::Lib, OptionId::LineInfo, OptionId::Library, OptionId::Optimize,
                              OptionId::Threads, OptionId::M64, OptionId::OfastCompile, OptionId::IncludePath,
                              OptionId::Define}));
  EXPECT_EQ(line->options.back().value, "X=1");
}

TEST(Options, ListsAreSplitAtCommas) {
  auto line = parseOptions({"-DA,B=2", "-I", "/a,/b", "-DTEXT=\"x,y\"", "-DC\\,D"});
  ASSERT_TRUE(line);
  std::vector<std::string> values;
  for (const ParsedOption &option : line->options)
    values.push_back(option.value);
  EXPECT_EQ(values, (Arguments{"A", "B=2", "/a", "/b", "TEXT=\"x,y\"", "C,D"}));
}

TEST(Options, GencodeIsNotSplit) {
  auto line = parseOptions({"-gencode", "arch=compute_80,code=sm_80"});
  ASSERT_TRUE(line);
  ASSERT_EQ(line->options.size(), 1u);
  EXPECT_EQ(line->options[0].value, "arch=compute_80,code=sm_80");
}

TEST(Options, WordsAreSplitAsAShellDoes) {
  EXPECT_EQ(splitWords("-Wall  -fPIC"), (Arguments{"-Wall", "-fPIC"}));
  EXPECT_EQ(splitWords("'-D A' \"b c\" d\\ e ''"), (Arguments{"-D A", "b c", "d e", ""}));
}

struct BadLine {
  Arguments arguments;
  std::string message;
};

class BadLines : public testing::TestWithParam<BadLine> {};

TEST_P(BadLines, AreNamed) {
  auto line = parseOptions(GetParam().arguments);
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Options, BadLines,
    testing::Values(
        BadLine{{"--optimise=3"}, "unknown option '--optimise=3'; did you mean '--optimize'?"},
        BadLine{{"--gpu-arhcitecture", "sm_80"},
                "unknown option '--gpu-arhcitecture'; did you mean "
                "'--gpu-architecture'?"},
        BadLine{{"-gpu-architecture=sm_80"},
                "unknown option '-gpu-architecture=sm_80'; it is spelled "
                "'--gpu-architecture'"},
        BadLine{{"--rdc=true"}, "unknown option '--rdc=true'; it is spelled '-rdc'"},
        BadLine{{"-Wall"},
                "unknown option '-Wall'; an option for the host compiler is written '-Xcompiler -Wall'"},
        BadLine{{"-fPIC"},
                "unknown option '-fPIC'; an option for the host compiler is written '-Xcompiler -fPIC'"},
        BadLine{{"-march=native"},
                "unknown option '-march=native'; an option for the host compiler is written '-Xcompiler "
                "-march=native'"},
        BadLine{{"-m32"}, "option '-m' cannot be '32'; it can be {64}"},
        BadLine{{"-qqqqqq"}, "unknown option '-qqqqqq'"},
        BadLine{{"-o"}, "option '-o' needs a value: <file>"}, BadLine{{"-g=1"}, "option '-g' takes no value"},
        BadLine{{"-Ofast"}, "option '-O' needs a number, not 'fast'"},
        BadLine{{"-rdc", "yes"}, "option '-rdc' cannot be 'yes'; it can be {true|false}"},
        BadLine{{"--std=c++98"},
                "option '--std' cannot be 'c++98'; it can be {c++03|c++11|c++14|c++17|c++20|c++23}"},
        BadLine{{"-optf", "/nowhere/file"}, "cannot read the options file '/nowhere/file'"}));

TEST(Options, ARepeatedValueIsReportedAndTheLastOneCounts) {
  auto line = parseOptions({"-O2", "-O3"});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->options.back().value, "3");
  EXPECT_EQ(line->warnings, Arguments{"option '-O' is given as '2' and as '3'; the last one counts"});
  auto same = parseOptions({"-O2", "-O2"});
  ASSERT_TRUE(same);
  EXPECT_TRUE(same->warnings.empty());
}

TEST(Options, UnknownOptionsCanBeForwarded) {
  auto line = parseOptions({"-Wall", "a.cu", "-forward-unknown-to-host-compiler"});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->forwarded_to_compiler, Arguments{"-Wall"});
  EXPECT_TRUE(line->forwarded_to_linker.empty());
  EXPECT_EQ(line->inputs, Arguments{"a.cu"});
}

} // namespace
} // namespace raddle::driver
