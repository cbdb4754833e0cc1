// Launches as the runtime API describes them.
#ifndef RADDLE_API_CUDART_LAUNCHES_LAUNCH_H
#define RADDLE_API_CUDART_LAUNCHES_LAUNCH_H

#include "api/cudart/call.h"
#include "host/requests/launch_attributes.h"

#include <bit>
#include <cstddef>
#include <span>

namespace raddle::cudart {

using host::LaunchRequest;

inline RaddleDim3 extentOf(const dim3 &dim) { return {dim.x, dim.y, dim.z}; }

// The attributes are those of the host core but for the names of their types.
static_assert(sizeof(cudaLaunchAttribute) == sizeof(host::LaunchAttribute));
static_assert(offsetof(cudaLaunchAttribute, val) == offsetof(host::LaunchAttribute, value));
static_assert(cudaLaunchAttributeNvlinkUtilCentricScheduling ==
              static_cast<unsigned>(host::LaunchAttribute::Id::kNvlinkUtilCentricScheduling));
inline host::LaunchAttribute attributeOf(const cudaLaunchAttribute &attribute) {
  return std::bit_cast<host::LaunchAttribute>(attribute);
}

/// What a configuration asks for. cudaErrorInvalidValue: there is none, or no list of the attributes that it counts.
cudaError_t describe(const Context &context, const cudaLaunchConfig_t *config, const void *function,
                     void **arguments, LaunchRequest *request);

} // namespace raddle::cudart

#endif
