// The ranges of NVTX on a timeline.
#ifndef RADDLE_TOOLS_PROFILE_NVTX_RANGES_H
#define RADDLE_TOOLS_PROFILE_NVTX_RANGES_H

#include <string>
#include <vector>

namespace raddle::tools::profile {

/// A process notes where ranges begin and where they end (profile/timeline.h). Makes one event of the two where ranges lie within each
/// other, and ends ranges that are open with their process, which their arguments say. Other events stay as they are.
std::vector<std::string> withWholeRanges(std::vector<std::string> events);

} // namespace raddle::tools::profile

#endif
