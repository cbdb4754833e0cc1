// The options of run-time compilation.
#ifndef RADDLE_API_NVRTC_OPTIONS_H
#define RADDLE_API_NVRTC_OPTIONS_H

#include "base/result.h"

#include <span>
#include <string>
#include <vector>

namespace raddle::nvrtc {

struct Options {
  std::vector<std::string> raddlecc = {};
  bool is_device_by_default = false; // functions that name no execution space are for the device
  bool has_no_source_folder =
      false; // names in quotes are not looked for in the folder that the program's name tells
};

/// The error names an option that there is not, or one without its value.
Result<Options> readOptions(std::span<const char *const> options);

} // namespace raddle::nvrtc

#endif
