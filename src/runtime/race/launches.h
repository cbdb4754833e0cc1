// The launches whose accesses are looked at, and when what is known of them is forgotten.
#ifndef RADDLE_RUNTIME_RACE_LAUNCHES_H
#define RADDLE_RUNTIME_RACE_LAUNCHES_H

#include "runtime/race/segments.h"

#include <string>

namespace raddle::runtime::race {

/// A launch that begins now; `work`: what it is to other launches, or null. Its record is there until no launch can ask for it any more.
LaunchRecord *beginLaunch(std::string kernel, const RaddleDim3 &grid_dim, const RaddleDim3 &block_dim,
                          check::Work *work);
/// What it has touched goes to its work.
void endLaunch(LaunchRecord &record);

} // namespace raddle::runtime::race

#endif
