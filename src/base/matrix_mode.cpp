#include "base/matrix_mode.h"

#include "base/environment.h"

#include <cstdio>
#include <fmt/core.h>

namespace raddle {

MatrixMode matrixMode() {
  const auto mode = environment("RADDLE_MMA");
  return mode == "exact" ? MatrixMode::kExact : mode == "fast" ? MatrixMode::kFast : MatrixMode::kInOrder;
}

void warnOfUnknownMatrixMode() {
  static const bool told = [] {
    const auto mode = environment("RADDLE_MMA");
    if (mode && *mode != "exact" && *mode != "fast")
      fmt::print(stderr, "raddle: warning: RADDLE_MMA={} is ignored; it may be exact or fast\n", *mode);
    return true;
  }();
  static_cast<void>(told);
}

} // namespace raddle
