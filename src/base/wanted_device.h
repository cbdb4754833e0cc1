// Which GPU the user wants Raddle to be.
#ifndef RADDLE_BASE_WANTED_DEVICE_H
#define RADDLE_BASE_WANTED_DEVICE_H

#include "base/environment.h"

#include <string>

namespace raddle {

/// $RADDLE_DEVICE as it was given, or the default: "sm_90".
inline std::string wantedDevice() { return environment("RADDLE_DEVICE").value_or("sm_90"); }

} // namespace raddle

#endif
