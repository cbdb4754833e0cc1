// The command line of NVIDIA's compute-sanitizer.
#ifndef RADDLE_TOOLS_CHECK_SANITIZER_OPTIONS_H
#define RADDLE_TOOLS_CHECK_SANITIZER_OPTIONS_H

#include "base/result.h"
#include "check/options.h"
#include "check/text_style.h"

#include <string>
#include <vector>

namespace raddle::tools::check {

struct SanitizerRequest {
  std::string tool = "memcheck";
  raddle::check::Options options;
  int error_exitcode = 0;
  bool checks_exit_code = true, requires_cuda = true;
  bool quiet = false, xml = false, help = false, version = false;
  std::string log_file, save, read;
  bool is_for_program_only = false;   // what it starts is not checked
  std::vector<std::string> preloaded; // libraries
  raddle::check::SanitizerStyle style;
  std::vector<std::string> command;
};

/// Options come first, up to the first word that is none, or "--". `--name value` and `--name=value` are the same.
Result<SanitizerRequest> parseSanitizerOptions(const std::vector<std::string> &arguments);

/// What --help prints.
std::string sanitizerHelp();

} // namespace raddle::tools::check

#endif
