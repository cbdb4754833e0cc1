#include "host/requests/launch_attributes.h"

#include <memory>

namespace raddle::host {

namespace {

using Id = LaunchAttribute::Id;

constexpr std::uint32_t kSchedulingPolicies = 3, kMemSyncDomains = 2, kMostCarveout = 100;
// How an event is to be recorded: as any, or as one that a graph does not capture.
constexpr int kRecordDefault = 0, kRecordExternal = 1;

Status require(bool condition) { return condition ? Status::kSuccess : Status::kInvalidValue; }

RaddleDim3 dimensionsOf(const LaunchAttribute::Value &value) {
  return {value.dimensions[0], value.dimensions[1], value.dimensions[2]};
}

Status checkEvent(const Context &context, const LaunchAttribute::EventRecording &recording) {
  const std::shared_ptr<Event> event = context.streams().findEvent(recording.event);
  if (!event)
    return Status::kInvalidHandle;
  if (event->has_time)
    return Status::kNotSupported;
  return recording.flags == kRecordDefault    ? Status::kSuccess
         : recording.flags == kRecordExternal ? Status::kIllegalState
                                              : Status::kInvalidValue;
}

} // namespace

// Which values are refused: an H100, CUDA 13.0, 2026-11-21.
Status applyAttribute(const Context &context, const LaunchAttribute &attribute, LaunchRequest *request) {
  const LaunchAttribute::Value &value = attribute.value;
  switch (attribute.id) {
  case Id::kCooperative:
    request->cooperative = value.number != 0;
    return Status::kSuccess;
  case Id::kClusterDimension:
    request->cluster = dimensionsOf(value);
    return Status::kSuccess;
  case Id::kPreferredClusterDimension:
    request->preferred_cluster = dimensionsOf(value);
    return Status::kSuccess;

  // Hints.
  case Id::kIgnore:
  case Id::kAccessPolicyWindow:
  case Id::kPriority:
  case Id::kMemSyncDomainMap:
  case Id::kNvlinkUtilCentricScheduling:
    return Status::kSuccess;
  case Id::kClusterSchedulingPolicyPreference:
    return require(value.number < kSchedulingPolicies);
  case Id::kMemSyncDomain:
    return require(value.number < kMemSyncDomains);
  case Id::kPreferredSharedMemoryCarveout:
    return require(value.number <= kMostCarveout);

  // A kernel may start before the one before it has ended, and events may be recorded before this one has;
  // they need not.
  case Id::kProgrammaticStreamSerialization:
    return Status::kSuccess;
  case Id::kProgrammaticEvent:
  case Id::kLaunchCompletionEvent:
    return checkEvent(context, value.recording);

  case Id::kDeviceUpdatableKernelNode:
    request->for_graph = true;
    if (value.updatable.is_updatable == 1)
      request->updatable = UpdatableKernel::make();
    return require(value.updatable.is_updatable == 0 || value.updatable.is_updatable == 1);
  // These are for streams.
  case Id::kSynchronizationPolicy:
    return Status::kInvalidValue;
  }
  return Status::kInvalidValue;
}

void recordAttributeEvent(const Context &context, const LaunchAttribute &attribute, Stream &stream) {
  if (attribute.id == Id::kProgrammaticEvent || attribute.id == Id::kLaunchCompletionEvent)
    if (const auto event = context.streams().findEvent(attribute.value.recording.event))
      context.scheduler().recordEvent(stream, *event);
}

} // namespace raddle::host
