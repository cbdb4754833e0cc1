// What --version says.
#ifndef RADDLE_DRIVER_COMMAND_VERSION_H
#define RADDLE_DRIVER_COMMAND_VERSION_H

#include <string>

namespace raddle::driver {

/// Raddle's own version, e.g. "0.1.0".
std::string raddleVersion();

/// Several lines; one has the form in which scripts look for nvcc's release.
std::string versionText();

} // namespace raddle::driver

#endif
