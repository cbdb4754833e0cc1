// From what a program asks for to a launch that the scheduler can run.
#ifndef RADDLE_HOST_REQUESTS_LAUNCH_H
#define RADDLE_HOST_REQUESTS_LAUNCH_H

#include "backend/device_launches.h"
#include "host/process/process.h"
#include "host/requests/capture.h"
#include "occupancy/architecture.h"

#include <climits>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace raddle::host {

struct LaunchRequest {
  const void *function = nullptr; // the kernel's stub on the host
  RaddleDim3 grid = {1, 1, 1};
  RaddleDim3 block = {1, 1, 1};
  void **arguments = nullptr;     // a pointer to each
  std::size_t dynamic_shared = 0; // bytes
  bool cooperative = false;       // all blocks are resident, so that the grid may synchronise
  std::optional<RaddleDim3> cluster = std::nullopt; // blocks of a cluster, as the launch asks for them
  std::optional<RaddleDim3> preferred_cluster = std::nullopt; // larger ones, which it would rather have
  // It can only be captured; and kernels may change the node that is made of it, if that is not null.
  bool for_graph = false;
  std::shared_ptr<UpdatableKernel> updatable = {};
  // From device code: in place of the stub and the pointers, the kernel, and its parameters as they are packed.
  const backend::KernelReference *reference = nullptr;
  std::span<const std::byte> packed = {};
};

inline constexpr unsigned kMaxGridYZ = 65535, kMaxBlockZ = 64;

/// The rules that hold for every kernel. kUnknownFunction: there is none.
/// kInvalidConfiguration: no kernel can have these dimensions.
inline Status checkShape(const LaunchRequest &request) {
  if (!request.function && !request.reference)
    return Status::kUnknownFunction;
  const RaddleDim3 &grid = request.grid, &block = request.block;
  auto within = [](unsigned value, unsigned limit) { return value >= 1 && value <= limit; };
  const bool is_configuration =
      within(grid.x, INT_MAX) && within(grid.y, kMaxGridYZ) && within(grid.z, kMaxGridYZ) &&
      within(block.x, occupancy::kMaxThreadsPerBlock) && within(block.y, occupancy::kMaxThreadsPerBlock) &&
      within(block.z, kMaxBlockZ) && within(block.x * block.y * block.z, occupancy::kMaxThreadsPerBlock);
  return is_configuration ? Status::kSuccess : Status::kInvalidConfiguration;
}

/// Checks the request against the kernel, on the context's device, and copies its arguments. Call checkShape
/// first. kOutOfResources, kInvalidValue (too much shared memory, no arguments),
/// kInvalidCluster, kCooperativeTooLarge, or what loading the kernel answers.
Status describeLaunch(const Context &context, const LaunchRequest &request, backend::Launch *description);

/// A launch as the work of a node. Errors as describeLaunch().
Status kernelWork(const Context &context, const LaunchRequest &request, Work *work);

/// A node of the graph that the stream captures.
Status captureLaunch(const Context &context, const LaunchRequest &request, Stream &stream);

/// Both in one, and gives it to the stream.
[[gnu::always_inline]] inline Status enqueueLaunch(const Context &context, const LaunchRequest &request,
                                                   Stream &stream) {
  if (const std::optional<Status> status =
          captured(context, stream, [&] { return captureLaunch(context, request, stream); }))
    return *status;
  if (request.for_graph)
    return Status::kNotSupported;
  auto operation = LaunchOperation::make();
  if (Status status = describeLaunch(context, request, &operation->launch))
    return status;
  context.scheduler().enqueue(stream, std::move(operation));
  return Status::kSuccess;
}

/// With $CUDA_LAUNCH_BLOCKING, waits for the stream, and answers as Context::synchronized().
inline Status waitIfLaunchesBlock(const Context &context, const Stream &stream) {
  if (!context.process.launches_block)
    return Status::kSuccess;
  context.scheduler().waitStream(stream);
  return context.synchronized();
}

/// What a refusal is about, in words; empty where the status says all.
std::string whyRefused(const Context &context, const LaunchRequest &request, Status status);

} // namespace raddle::host

#endif
