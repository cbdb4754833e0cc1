#include "base/matrix_mode.h"

#include "base/environment.h"

#include <cstdio>
#include <fmt/core.h>

namespace raddle {

MatrixMode matrixMode() {
  return environment("RADDLE_MMA") == "exact" ? MatrixMode::kExact : MatrixMode::kInOrder;
}

void warnOfUnknownMatrixMode() {
  static const bool told = [] {
    const auto mode = environment("RADDLE_MMA");
    if (mode && *mode != "exact")
      fmt::print(stderr, "raddle: warning: RADDLE_MMA={} is ignored; it may be exact\n", *mode);
    return true;
  }();
  static_cast<void>(told);
}

} // namespace raddle
