#include "diagnostics/written_stack.h"

#include <cstddef>
#include <fmt/format.h>

namespace raddle {

namespace {

// A function as the user wrote it. The kernel compiler marks its versions with a suffix, which demangles to
// "f(int) (.warp)". Empty for the entries of a kernel, which the user did not write
// (vectorize/block/build_entries.cpp).
std::string writtenName(const std::string &function) {
  const std::size_t suffix = function.ends_with(')') ? function.rfind(" (.") : std::string::npos;
  const std::string version = suffix == std::string::npos ? "" : function.substr(suffix);
  if (function.starts_with("raddle_entry") || version == " (.thread)" || version.starts_with(" (.block"))
    return {};
  return function.substr(0, suffix);
}

// How often `period` lines from `first` on follow each other.
std::size_t repetitionsOf(const std::vector<std::string> &lines, std::size_t first, std::size_t period) {
  std::size_t end = first + period;
  while (end < lines.size() && lines[end] == lines[end - period])
    ++end;
  return (end - first) / period;
}

} // namespace

std::vector<SourceFrame> writtenFrames(const std::vector<std::uintptr_t> &sites) {
  std::vector<SourceFrame> written;
  for (const std::vector<SourceFrame> &inlined : symbolizeFrames(sites))
    for (const SourceFrame &frame : inlined)
      if (std::string function = writtenName(frame.function); !function.empty())
        written.push_back({frame.place, std::move(function), frame.path});
  return written;
}

std::string numberedLines(const std::vector<std::string> &lines) {
  constexpr std::size_t kLongestRound = 4, kMostRounds = 4;
  std::string text;
  for (std::size_t i = 0; i < lines.size();) {
    std::size_t period = 1, rounds = 1;
    for (std::size_t p = 1; p <= kLongestRound && rounds <= kMostRounds; ++p)
      if (i + p <= lines.size())
        rounds = repetitionsOf(lines, i, period = p);
    if (rounds <= kMostRounds)
      period = rounds = 1;
    for (std::size_t end = i + period; i < end; ++i)
      text += fmt::format("  #{} {}\n", i, lines[i]);
    if (rounds > 1) {
      const std::size_t last = i + period * (rounds - 1) - 1;
      text += fmt::format("  #{} to #{}: the same\n", i, last);
      i = last + 1;
    }
  }
  return text;
}

} // namespace raddle
