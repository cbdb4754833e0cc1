// What raddlecc reads and writes as text: make rules, clang's diagnostics, markers, the linker's errors.
#include "driver/compile/dependencies.h"
#include "driver/device/device_symbols.h"
#include "driver/setup/diagnostics.h"

#include <gtest/gtest.h>

namespace raddle::driver {
namespace {

using Strings = std::vector<std::string>;

TEST(Dependencies, RulesAreMerged) {
  Strings device = parseRule("a.o: a.cu common.h \\\n  device\\ only.h\n");
  Strings host = parseRule("a.o: a.cu host.h common.h\n");
  EXPECT_EQ(device, (Strings{"a.cu", "common.h", "device\\ only.h"}));
  EXPECT_EQ(writeRule("out.o", {device, host}, {"host.h"}, false),
            "out.o: a.cu \\\n  common.h \\\n  device\\ only.h\n");
  EXPECT_EQ(writeRule("out.o", {host}, {}, true),
            "out.o: a.cu \\\n  host.h \\\n  common.h\nhost.h:\ncommon.h:\n");
}

TEST(Diagnostics, EachOneOfTheTwoPassesPassesOnce) {
  std::string device = "In file included from a.cu:1:\n"
                       "a.h:3:5: warning: unused variable 'x' [-Wunused-variable]\n"
                       "    3 | int x;\n"
                       "a.cu:9:1: warning: only on the device\n"
                       "a.cu:8:1: note: declared here\n"
                       "2 warnings generated when compiling for sm_90.\n";
  std::string host = "In file included from a.cu:1:\n"
                     "a.h:3:5: warning: unused variable 'x' [-Wunused-variable]\n"
                     "    3 | int x;\n"
                     "a.cu:20:1: error: only on the host\n"
                     "1 warning and 1 error generated when compiling for host.\n";
  DiagnosticFilter filter;
  EXPECT_EQ(filter.filter(device), device.substr(0, device.find("2 warnings")));
  EXPECT_EQ(filter.filter(host), "a.cu:20:1: error: only on the host\n");
}

TEST(Diagnostics, ColoursDoNotCount) {
  DiagnosticFilter filter;
  EXPECT_NE(filter.filter("\033[1ma.cu:1:1: \033[0mwarning: w\n"), "");
  EXPECT_EQ(filter.filter("a.cu:1:1: warning: w\n"), "");
}

TEST(Markers, DefinedAndUndefinedSymbols) {
  DeviceSymbols symbols;
  symbols.defined = {
      {"_Z4nexti", false, false, false}, {"counter", true, true, false}, {"_Z3tplIiEvv", false, false, true}};
  symbols.undefined = {{"_Z4extfi", false, false, false}, {"ev", true, true, false}};
  std::string header = markerHeader(symbols);
  auto has = [&](std::string_view text) { return header.find(text) != std::string::npos; };
  EXPECT_TRUE(has(R"(".globl \"__raddle_device__Z4nexti\"\n")"));
  EXPECT_TRUE(has(R"(".set \"__raddle_device__Z4nexti\", 1\n")"));
  EXPECT_TRUE(has(R"(".set \"__raddle_device_counter\", \"counter\"\n")"));
  EXPECT_TRUE(has(R"(".weak \"__raddle_device__Z3tplIiEvv\"\n")"));
  EXPECT_TRUE(has(R"(".quad \"__raddle_device__Z4extfi\"\n")"));
  EXPECT_TRUE(has(R"(".set \"ev\", \"__raddle_device_ev\"\n")"));
  // A file of nothing but device functions is registered all the same.
  EXPECT_TRUE(has("char __raddle_registers_this_file;"));
  EXPECT_EQ(markerHeader({}), "");
}

TEST(Markers, LinkErrorsAreExplained) {
  std::string output = "ld: a.o:(.raddle.needs+0x0): undefined reference to `__raddle_device__Z4extfi'\n"
                       "ld: b.o:(.raddle.needs+0x0): undefined reference to `__raddle_device__Z4extfi'\n"
                       "ld: c.o: multiple definition of `__raddle_device_counter'; b.o: first defined here\n"
                       "ld: c.o: undefined reference to `hostf()'\n";
  EXPECT_EQ(explainLinkErrors(output),
            "raddlecc: error: device code uses 'extf(int)', which none of the linked files defines\n"
            "raddlecc: error: device code defines 'counter' in more than one of the linked files\n");
}

} // namespace
} // namespace raddle::driver
