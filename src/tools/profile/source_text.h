// Lines of the program, as reports show them.
#ifndef RADDLE_TOOLS_PROFILE_SOURCE_TEXT_H
#define RADDLE_TOOLS_PROFILE_SOURCE_TEXT_H

#include <string>

namespace raddle::tools::profile {

/// That line of the file without what it is indented by, cut where it is long; empty if the file cannot be read. Lines count from 1.
std::string sourceLine(const std::string &path, unsigned line);

} // namespace raddle::tools::profile

#endif
