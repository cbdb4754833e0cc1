// What the launch attributes of the runtime API mean.
#ifndef RADDLE_API_CUDART_LAUNCH_H
#define RADDLE_API_CUDART_LAUNCH_H

#include "api/cudart/call.h"
#include "host/requests/launch.h"

#include <span>

namespace raddle::cudart {

using host::LaunchRequest;

inline RaddleDim3 extentOf(const dim3 &dim) { return {dim.x, dim.y, dim.z}; }

/// What one launch attribute means for the request. Hints are accepted; what would change the meaning of the
/// kernel and is not supported is refused.
cudaError_t applyAttribute(const Context &context, const cudaLaunchAttribute &attribute,
                           LaunchRequest *request);

/// Records the events that launch attributes ask for, after the kernel.
void recordAttributeEvents(const Context &context, std::span<const cudaLaunchAttribute> attributes,
                           host::Stream &stream);

} // namespace raddle::cudart

#endif
