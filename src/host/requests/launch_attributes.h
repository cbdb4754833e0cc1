// The attributes of launches.
#ifndef RADDLE_HOST_REQUESTS_LAUNCH_ATTRIBUTES_H
#define RADDLE_HOST_REQUESTS_LAUNCH_ATTRIBUTES_H

#include "host/requests/launch.h"

#include <cstdint>

namespace raddle::host {

/// As both of CUDA's APIs number and lay them out; front ends copy theirs bit by bit.
struct LaunchAttribute {
  enum class Id : std::uint32_t {
    kIgnore = 0,
    kAccessPolicyWindow,
    kCooperative,
    kSynchronizationPolicy,
    kClusterDimension,
    kClusterSchedulingPolicyPreference,
    kProgrammaticStreamSerialization,
    kProgrammaticEvent,
    kPriority,
    kMemSyncDomainMap,
    kMemSyncDomain,
    kPreferredClusterDimension,
    kLaunchCompletionEvent,
    kDeviceUpdatableKernelNode,
    kPreferredSharedMemoryCarveout,
    kNvlinkUtilCentricScheduling = 16,
  };
  struct EventRecording {
    const void *event; // its handle
    int flags;
  };
  struct Updatable {
    int is_updatable;
    std::uint64_t node; // by which device code knows it
  };
  union Value {
    std::uint32_t number;
    std::uint32_t dimensions[3];
    EventRecording recording;
    Updatable updatable;
    char pad[64];
  };
  Id id;
  char pad[4];
  Value value;
};

/// What one attribute means for the request. Hints are accepted; what would change the meaning of the
/// kernel and is not supported is refused.
Status applyAttribute(const Context &context, const LaunchAttribute &attribute, LaunchRequest *request);

/// The work with one of its attributes changed. Errors besides: as kernelWork(). kInvalidHandle: its kernel is gone.
Status withAttribute(const Context &context, const KernelWork &work, const LaunchAttribute &attribute,
                     Work *out);

/// Records the event that the attribute asks for, if any, after the kernel.
void recordAttributeEvent(const Context &context, const LaunchAttribute &attribute, Stream &stream);

} // namespace raddle::host

#endif
