#include "runtime/report/fault_report.h"
#include "diagnostics/stack_trace.h"

#include "diagnostics/messages.h"
#include "diagnostics/symbolizer.h"
#include "diagnostics/written_stack.h"
#include "runtime/block/block.h"

#include <fmt/format.h>

namespace raddle::runtime {

namespace {

// The functions that were running, one a line, down to the kernel.
std::string describeStack(const StackTrace &stack) {
  std::vector<std::string> lines;
  for (const SourceFrame &frame : writtenFrames({stack.sites.begin(), stack.sites.begin() + stack.count}))
    lines.push_back(frame.function + (frame.place.empty() ? "" : " at " + frame.place));
  std::string text = numberedLines(lines);
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
