// Files that reports are written to.
#ifndef RADDLE_TOOLS_CHECK_OUTPUT_H
#define RADDLE_TOOLS_CHECK_OUTPUT_H

#include "base/result.h"

#include <optional>
#include <string>

namespace raddle::tools::check {

/// Before a program runs: what it did shall not be lost because of a name. Nothing, or why the file cannot be written.
std::optional<Error> checkOutput(const std::string &file);

/// To the file, or with "-" to stdout. Nothing, or why it could not be written, and in which temporary file the text is instead.
std::optional<Error> writeOutput(const std::string &file, const std::string &text);

} // namespace raddle::tools::check

#endif
