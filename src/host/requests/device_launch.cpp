#include "host/requests/device_launch.h"

#include "diagnostics/messages.h"
#include "host/requests/copied_values.h"
#include "host/requests/copy.h"
#include "host/requests/launch.h"

#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace raddle::host {

namespace {

std::size_t mostPending(const Context &context) {
  std::size_t limit = 0;
  static_cast<void>(context.device.limit(Limit::kDevRuntimePendingLaunchCount, &limit));
  return limit;
}

Status enqueueTask(const Context &context, const backend::Caller &caller, const void *stream, Task task) {
  auto operation = TaskOperation::make(Operation::Kind::kTask);
  operation->task = std::move(task);
  return childrenOf(context, caller)
      .enqueue({caller.block, stream}, std::move(operation), mostPending(context));
}

// A child may not be given what ends with the thread or the block that launches it: of a GPU's memory it could not even see that.
bool isOf(std::span<const std::byte> memory, std::uint64_t address) {
  return address - reinterpret_cast<std::uintptr_t>(memory.data()) < memory.size();
}

void tellOfOwnMemory(const backend::Caller &caller, const backend::Function &child, std::size_t index,
                     bool is_shared) {
  const RaddleDim3 &grid = caller.launch->grid_dim, &block = caller.launch->block_dim;
  printDiagnostic(fmt::format("raddle: error: argument {} of kernel '{}' points to {} memory of the kernel "
                              "'{}' that launches it, in block "
                              "({},{},{}), thread ({},{},{})\n"
                              "note: that memory ends with {}, and no other grid may access it: give the "
                              "child memory from cudaMalloc() or a "
                              "__device__ variable\n",
                              index + 1, demangled(child.name), is_shared ? "shared" : "local",
                              demangled(caller.launch->function->name), caller.block % grid.x,
                              caller.block / grid.x % grid.y, caller.block / grid.x / grid.y,
                              caller.thread % block.x, caller.thread / block.x % block.y,
                              caller.thread / block.x / block.y, is_shared ? "its block" : "its thread"));
}

Status checkPointers(const Context &context, const backend::Caller &caller, const backend::Launch &child,
                     const backend::DeviceParameters &parameters) {
  for (std::size_t index = 0; index < child.function->parameters.size(); ++index) {
    const RaddleParameter &parameter = child.function->parameters[index];
    std::uint64_t address = 0;
    if (parameter.size != sizeof address || parameter.offset + sizeof address > parameters.size)
      continue;
    std::memcpy(&address, parameters.bytes() + parameter.offset, sizeof address);
    const bool is_shared = isOf(caller.shared, address);
    if (!is_shared && !isOf(caller.local, address))
      continue;
    tellOfOwnMemory(caller, *child.function, index, is_shared);
    context.scheduler().setFault(context.device.id(), Status::kIllegalAddress);
    return Status::kIllegalAddress;
  }
  return Status::kSuccess;
}

// How many grids have launched each other, up to this one. What is launched into the tail stream takes its parent's place.
unsigned depthOfChild(const backend::Caller &caller, const void *stream) {
  const bool takes_place =
      reinterpret_cast<std::uintptr_t>(stream) == static_cast<std::uintptr_t>(DeviceStream::kTail);
  return caller.launch->depth + (takes_place ? 0 : 1);
}

// Before compute capability 9.0 a fixed number of grids may have launched each other. Since then each is one that is pending.
Status checkDepth(const Context &context, unsigned depth) {
  if (context.device.architecture().major < 9)
    return depth < kMostNestedGrids ? Status::kSuccess : Status::kLaunchTooDeep;
  return depth <= mostPending(context) ? Status::kSuccess : Status::kTooManyPending;
}

} // namespace

ChildGrids &childrenOf(const Context &context, const backend::Caller &caller) {
  return ChildGrids::of(caller.launch, context.scheduler());
}

Status checkSynchronizing(const Context &context, const backend::Caller &caller) {
  std::size_t deepest = 0;
  if (context.device.limit(Limit::kDevRuntimeSyncDepth, &deepest))
    return Status::kSuccess;
  return caller.launch->depth < deepest ? Status::kSuccess : Status::kSynchronizedTooDeep;
}

Status launchFromDevice(const Context &context, const backend::Caller &caller, const void *kernel,
                        backend::DeviceParameters &parameters, const RaddleDim3 &grid,
                        const RaddleDim3 &block, std::size_t shared_bytes, const void *stream) {
  LaunchRequest request{.grid = grid, .block = block, .dynamic_shared = shared_bytes};
  request.reference = backend::findKernelReference(kernel);
  request.packed = {parameters.bytes(), parameters.size};
  if (!request.reference)
    return Status::kUnknownFunction;
  if (Status status = checkShape(request))
    return status;
  const unsigned depth = depthOfChild(caller, stream);
  if (Status status = checkDepth(context, depth))
    return status;
  auto operation = LaunchOperation::make();
  if (Status status = describeLaunch(context, request, &operation->launch))
    return status;
  if (Status status = checkPointers(context, caller, operation->launch, parameters))
    return status;
  operation->launch.depth = depth;
  return childrenOf(context, caller)
      .enqueue({caller.block, stream}, std::move(operation), mostPending(context));
}

Status copyFromDevice(const Context &context, const backend::Caller &caller, const void *stream,
                      const Copy &copy) {
  return enqueueTask(context, caller, stream, [copy, context](Status fault) {
    if (fault != Status::kSuccess || copy.shape.isEmpty())
      return;
    if (moveBytes(context.backend(), copy))
      copiedByKernel(copy.destination, copy.source, copy.shape);
    else
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
