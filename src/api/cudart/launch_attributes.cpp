// What the attributes of a launch mean here.
#include "api/cudart/handles.h"
#include "api/cudart/launch.h"

namespace raddle::cudart {

namespace {

cudaError_t require(bool condition) { return condition ? cudaSuccess : cudaErrorInvalidValue; }

cudaError_t checkEvent(const Context &context, cudaEvent_t handle, int flags) {
  std::shared_ptr<host::Event> event = findEvent(context, handle);
  if (!event)
    return cudaErrorInvalidResourceHandle;
  if ((event->flags & cudaEventDisableTiming) == 0)
    return cudaErrorNotSupported;
  return flags == cudaEventRecordDefault    ? cudaSuccess
         : flags == cudaEventRecordExternal ? cudaErrorIllegalState
                                            : cudaErrorInvalidValue;
}

// The event that an attribute asks to be recorded, or null.
cudaEvent_t eventOf(const cudaLaunchAttribute &attribute) {
  switch (attribute.id) {
  case cudaLaunchAttributeProgrammaticEvent:
    return attribute.val.programmaticEvent.event;
  case cudaLaunchAttributeLaunchCompletionEvent:
    return attribute.val.launchCompletionEvent.event;
  default:
    return nullptr;
  }
}

} // namespace

// Which values are refused: an H100, CUDA 13.0, 2026-11-21.
cudaError_t applyAttribute(const Context &context, const cudaLaunchAttribute &attribute,
                           LaunchRequest *request) {
  const cudaLaunchAttributeValue &value = attribute.val;
  switch (attribute.id) {
  case cudaLaunchAttributeCooperative:
    request->cooperative = value.cooperative != 0;
    return cudaSuccess;
  case cudaLaunchAttributeClusterDimension:
    request->cluster = RaddleDim3{value.clusterDim.x, value.clusterDim.y, value.clusterDim.z};
    return cudaSuccess;

  case cudaLaunchAttributePreferredClusterDimension:
    request->preferred_cluster =
        RaddleDim3{value.preferredClusterDim.x, value.preferredClusterDim.y, value.preferredClusterDim.z};
    return cudaSuccess;

  // Hints.
  case cudaLaunchAttributeIgnore:
  case cudaLaunchAttributeAccessPolicyWindow:
  case cudaLaunchAttributePriority:
  case cudaLaunchAttributeMemSyncDomainMap:
  case cudaLaunchAttributeNvlinkUtilCentricScheduling:
    return cudaSuccess;
  case cudaLaunchAttributeClusterSchedulingPolicyPreference:
    return require(static_cast<unsigned>(value.clusterSchedulingPolicyPreference) <=
                   cudaClusterSchedulingPolicyLoadBalancing);
  case cudaLaunchAttributeMemSyncDomain:
    return require(static_cast<unsigned>(value.memSyncDomain) <= cudaLaunchMemSyncDomainRemote);
  case cudaLaunchAttributePreferredSharedMemoryCarveout:
    return require(value.sharedMemCarveout <= cudaSharedmemCarveoutMaxShared);

  // A kernel may start before the one before it has ended, and events may be recorded before this one has;
  // they need not.
  case cudaLaunchAttributeProgrammaticStreamSerialization:
    return cudaSuccess;
  case cudaLaunchAttributeProgrammaticEvent:
    return checkEvent(context, value.programmaticEvent.event, value.programmaticEvent.flags);
  case cudaLaunchAttributeLaunchCompletionEvent:
    return checkEvent(context, value.launchCompletionEvent.event, value.launchCompletionEvent.flags);

  // For kernels in graphs.
  case cudaLaunchAttributeDeviceUpdatableKernelNode:
    return cudaErrorNotSupported;
  // For streams.
  case cudaLaunchAttributeSynchronizationPolicy:
  default:
    return cudaErrorInvalidValue;
  }
}

void recordAttributeEvents(const Context &context, std::span<const cudaLaunchAttribute> attributes,
                           host::Stream &stream) {
  for (const cudaLaunchAttribute &attribute : attributes)
    if (std::shared_ptr<host::Event> event = findEvent(context, eventOf(attribute)))
      context.scheduler().recordEvent(stream, *event);
}

} // namespace raddle::cudart
