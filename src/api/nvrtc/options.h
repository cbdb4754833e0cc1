// The options of run-time compilation.
#ifndef RADDLE_API_NVRTC_OPTIONS_H
#define RADDLE_API_NVRTC_OPTIONS_H

#include "base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::nvrtc {

/// To raddlecc: functions that name no execution space are for the device.
inline constexpr std::string_view kDeviceByDefault = "-include=raddle/device_by_default.h";

/// What they are to raddlecc. The error names an option that there is not, or one without its value.
Result<std::vector<std::string>> optionsForRaddlecc(std::span<const char *const> options);

} // namespace raddle::nvrtc

#endif
