// What is checked, and what becomes of findings: $RADDLE_CHECK, in one way for the runtime and the tools.
//
// It is a list with commas between its words: detectors (`memory`, `sync`, or `all`) and `key=value`. A comma that belongs to
// a value has a backslash in front of it.
#ifndef RADDLE_CHECK_OPTIONS_H
#define RADDLE_CHECK_OPTIONS_H

#include "check/finding.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace raddle::check {

enum class Style { kRaddle, kSanitizer, kNone };

/// Which failed calls of the API are findings: unchecked are those whose answer the program does not look at.
enum class ApiErrors { kAll, kUnchecked, kNone };

struct Options {
  bool memory = false, init = false, race = false, sync = false;
  std::string record;            // the file to which findings are appended, a JSON object a line; "": none
  std::string suppressions;      // a file; "": none
  std::string kernel;            // a regular expression for names of kernels that are checked; "": all are
  std::string kernel_exclude;    // the same for those that are not; "": none
  std::uint64_t launch_skip = 0; // so many launches of such kernels are not checked at first,
  std::uint64_t launch_count = ~std::uint64_t{0}; // and so many are then
  std::size_t print_limit = 100;                  // more findings are counted, and recorded, but not printed
  Style style = Style::kRaddle;
  ApiErrors api_errors = ApiErrors::kAll;
  bool leaks = false;  // what is not freed at the end is a finding
  bool fatal = false;  // the first error of a kernel ends its launch
  bool nvtx = true;    // pieces of memory that the program tells NVTX of are objects
  std::string without; // names of rules with colons between them, which are not reported
  // Regular expressions for names of programs: those that are checked, those that are not, and those that are not either with all
  // that they start. ""
  std::string process, process_exclude, process_exclude_tree;
  std::uint64_t process_id = 0; // if not 0, only the process with this number is checked

  bool leavesOut(Rule rule) const;
  bool any() const { return memory || init || race || sync; }
  bool has(Detector detector) const;
};

/// What could not be understood is named in `errors`, one sentence each, and left out.
Options parseOptions(const std::string &text, std::vector<std::string> &errors);

/// The other way round.
std::string format(const Options &options);

/// $RADDLE_CHECK of this process. What cannot be understood in it is told on stderr, once.
const Options &options();

} // namespace raddle::check

#endif
