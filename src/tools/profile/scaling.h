// How much faster kernels are with more workers.
#ifndef RADDLE_TOOLS_PROFILE_SCALING_H
#define RADDLE_TOOLS_PROFILE_SCALING_H

#include "tools/profile/request.h"

namespace raddle::tools::profile {

/// Runs the program with 1, 2, 4 ... workers, up to one for each core or $RADDLE_WORKERS, and prints how long each kernel took.
/// Returns the status of the first run that failed, or of the last one.
int showScaling(const Request &request);

} // namespace raddle::tools::profile

#endif
