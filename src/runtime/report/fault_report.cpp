#include "runtime/report/fault_report.h"
#include "diagnostics/stack_trace.h"

#include "diagnostics/messages.h"
#include "diagnostics/symbolizer.h"
#include "runtime/block/block.h"

#include <fmt/format.h>

namespace raddle::runtime {

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

using Lines = std::vector<std::string>;

// How often `period` lines from `first` on follow each other.
std::size_t repetitionsOf(const Lines &lines, std::size_t first, std::size_t period) {
  std::size_t end = first + period;
  while (end < lines.size() && lines[end] == lines[end - period])
    ++end;
  return (end - first) / period;
}

// The frames are numbered; a recursion, in which functions call each other, is shown by one of its periods and how far it goes.
std::string numbered(const Lines &lines) {
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

// The functions that were running, one a line, down to the kernel.
std::string describeStack(const StackTrace &stack) {
  Lines lines;
  const auto frames = symbolizeFrames({stack.sites.begin(), stack.sites.begin() + stack.count});
  for (const std::vector<SourceFrame> &inlined : frames)
    for (const SourceFrame &frame : inlined)
      if (const std::string function = writtenName(frame.function); !function.empty())
        lines.push_back(function + (frame.place.empty() ? "" : " at " + frame.place));
  std::string text = numbered(lines);
  if (stack.count == StackTrace::kMostFrames)
    text += "  ...\n";
  return text.empty() ? text : "note: the thread's stack:\n" + text;
}

// The warps that one fiber runs: "a thread of warp 3; RADDLE_LANES=1 tells which".
std::string warpsFrom(const Block &block, std::uint32_t first) {
  const std::uint32_t last = first + block.lanes / kRaddleWarpSize - 1;
  return fmt::format("a thread of {}; RADDLE_LANES=1 tells which",
                     first == last ? fmt::format("warp {}", first)
                                   : fmt::format("warps {} to {}", first, last));
}

// "file.cu:12:5". Standard headers, whose operators new and delete kernels call, have names without a dot.
bool isOfProgram(const std::string &place) {
  const std::string file = place.substr(0, place.find(':'));
  return file.substr(file.rfind('/') + 1).find('.') != std::string::npos;
}

// Where the program itself is, when a function of theirs is at `place`.
std::string placeOfCaller(const Fault &fault, const std::string &place) {
  for (const auto &inlined :
       symbolizeFrames({fault.stack.sites.begin(), fault.stack.sites.begin() + fault.stack.count}))
    for (const SourceFrame &frame : inlined)
      if (isOfProgram(frame.place))
        return frame.place;
  return place;
}

} // namespace

std::string composeReport(const Block &block, const Fault &fault) {
  if (fault.verbatim)
    return fault.text + describeStack(fault.stack);

  std::vector<std::uintptr_t> sites{fault.site, fault.caller};
  for (const FaultNote &note : fault.notes)
    sites.push_back(note.site);
  const std::vector<std::string> places = symbolize(sites);

  std::string place = places[0].empty() ? places[1] : places[0];
  if (!place.empty() && !isOfProgram(place))
    place = placeOfCaller(fault, place);
  std::string text = placePrefix(place) + "error: ";
  if (fault.about_kernel)
    text += fmt::format("kernel '{}' ", kernelName(block.kernel()));
  text += fault.text + '\n';
  text += "note: block " + format(block.block_idx);
  const auto &thread = fault.thread;
  if (thread && fault.some_lane)
    text += ", " + warpsFrom(block, thread->warp);
  else if (thread)
    text +=
        fmt::format(", thread {}, warp {}, lane {}", format(thread->thread_idx), thread->warp, thread->lane);
  text += '\n';
  for (std::size_t i = 0; i < fault.notes.size(); ++i) {
    if (!places[i + 2].empty())
      text += places[i + 2] + ": ";
    text += "note: " + fault.notes[i].text + '\n';
  }
  return text + describeStack(fault.stack);
}

} // namespace raddle::runtime
