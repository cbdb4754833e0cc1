#include "host/requests/launch_attributes.h"

#include "host/requests/graph.h"

#include <memory>
#include <utility>
#include <vector>

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

Status withAttribute(const Context &context, const KernelWork &work, const LaunchAttribute &attribute,
                     Work *out) {
  if (!isLoaded(work))
    return Status::kInvalidHandle;
  const backend::Launch &launch = *work.launch;
  std::vector<void *> arguments;
  for (const RaddleParameter &parameter : launch.function->parameters)
    arguments.push_back(const_cast<std::byte *>(launch.parameters.get()) + parameter.offset);
  LaunchRequest request;
  request.function = work.stub;
  request.grid = launch.grid_dim;
  request.block = launch.block_dim;
  request.arguments = arguments.data();
  request.dynamic_shared = launch.dynamic_shared_bytes;
  request.cooperative = launch.cooperative;
  request.cluster = launch.extras().cluster_dim;
  if (Status status = applyAttribute(context, attribute, &request))
    return status;
  Work changed;
  if (Status status = kernelWork(context, request, &changed))
    return status;
  *out = work;
  replaceWork(*out, std::move(changed));
  return Status::kSuccess;
}

void recordAttributeEvent(const Context &context, const LaunchAttribute &attribute, Stream &stream) {
  if (attribute.id == Id::kProgrammaticEvent || attribute.id == Id::kLaunchCompletionEvent)
    if (const auto event = context.streams().findEvent(attribute.value.recording.event))
      context.scheduler().recordEvent(stream, *event);
}

} // namespace raddle::host
