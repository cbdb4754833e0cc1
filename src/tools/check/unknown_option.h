// What the command lines of the checker answer to options that they do not have.
#ifndef RADDLE_TOOLS_CHECK_UNKNOWN_OPTION_H
#define RADDLE_TOOLS_CHECK_UNKNOWN_OPTION_H

#include <span>
#include <string>
#include <string_view>

namespace raddle::tools::check {

/// `word` begins with a hyphen. Names the options that are nearly the same; where there are none, `help` lists all.
std::string unknownOption(std::string_view word, std::span<const std::string> long_names,
                          std::string_view help);

} // namespace raddle::tools::check

#endif
