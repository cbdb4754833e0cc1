// The options of run-time compilation.
#ifndef RADDLE_API_NVRTC_OPTIONS_H
#define RADDLE_API_NVRTC_OPTIONS_H

#include "base/result.h"

#include <span>
#include <string>
#include <vector>

namespace raddle::nvrtc {

/// What they are to raddlecc. The error names an option that there is not, or one without its value.
Result<std::vector<std::string>> optionsForRaddlecc(std::span<const char *const> options);

} // namespace raddle::nvrtc

#endif
