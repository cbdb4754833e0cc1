// Launches of a kernel that does nothing.
#ifndef RADDLE_BENCH_LAUNCH_H
#define RADDLE_BENCH_LAUNCH_H

#include "../common/harness.h"

struct Launch {
  static constexpr const char *kUnit = "M/s";

  explicit Launch(bool tiny) : launches(tiny ? 10 : 2000) {}
  double work() const { return 1e-6 * launches; }

  int launches;
};

#endif
