#include "host/requests/device_launch.h"

#include "host/requests/copy.h"
#include "host/requests/launch.h"

#include <utility>

namespace raddle::host {

namespace {

std::size_t mostPending(const Context &context) {
  std::size_t limit = 0;
  static_cast<void>(context.device.limit(Limit::kDevRuntimePendingLaunchCount, &limit));
  return limit;
}

Status enqueueTask(const Context &context, const backend::Caller &caller, const void *stream,
                   std::function<void(Status)> task) {
  auto operation = Operation::make(Operation::Kind::kTask);
  operation->task = std::move(task);
  return childrenOf(context, caller).enqueue({caller.block, stream}, std::move(operation), mostPending(context));
}

} // namespace

ChildGrids &childrenOf(const Context &context, const backend::Caller &caller) {
  return ChildGrids::of(caller.launch, context.scheduler());
}

Status launchFromDevice(const Context &context, const backend::Caller &caller, const void *kernel,
                        backend::DeviceParameters &parameters, const RaddleDim3 &grid, const RaddleDim3 &block,
                        std::size_t shared_bytes, const void *stream) {
  LaunchRequest request{.grid = grid, .block = block, .dynamic_shared = shared_bytes};
  request.reference = backend::findKernelReference(kernel);
  request.packed = {parameters.bytes(), parameters.size};
  if (!request.reference)
    return Status::kUnknownFunction;
  if (Status status = checkShape(request))
    return status;
  const unsigned depth = caller.launch->depth + 1;
  if (depth >= kMostNestedGrids)
    return Status::kLaunchTooDeep;
  auto operation = Operation::make(Operation::Kind::kLaunch);
  if (Status status = describeLaunch(context, request, &operation->launch))
    return status;
  operation->launch.depth = depth;
  return childrenOf(context, caller).enqueue({caller.block, stream}, std::move(operation), mostPending(context));
}

Status copyFromDevice(const Context &context, const backend::Caller &caller, const void *stream,
                      const Copy &copy) {
  return enqueueTask(context, caller, stream, [copy, context](Status fault) {
    if (fault == Status::kSuccess && !copy.shape.isEmpty() && !moveBytes(context.backend(), copy))
      context.scheduler().setFault(context.device.id(), Status::kIllegalAddress);
  });
}

Status fillFromDevice(const Context &context, const backend::Caller &caller, const void *stream,
                      const Fill &fill) {
  return enqueueTask(context, caller, stream, [fill, context](Status fault) {
    if (fault == Status::kSuccess && !fill.shape.isEmpty())
      fillBytes(context.backend(), fill);
  });
}

} // namespace raddle::host
