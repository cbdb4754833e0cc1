// From what a program asks for to a launch that the scheduler can run.
#ifndef RADDLE_HOST_REQUESTS_LAUNCH_H
#define RADDLE_HOST_REQUESTS_LAUNCH_H

#include "host/process/process.h"

#include <cstddef>
#include <optional>
#include <string>

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
};

/// The rules that hold for every kernel. kUnknownFunction: there is none.
/// kInvalidConfiguration: no kernel can have these dimensions.
Status checkShape(const LaunchRequest &request);

/// Checks the request against the kernel, on the context's device, and copies its arguments. Call checkShape
/// first. kOutOfResources, kInvalidValue (too much shared memory, no arguments),
/// kInvalidCluster, kCooperativeTooLarge, or what loading the kernel answers.
Status describeLaunch(const Context &context, const LaunchRequest &request, backend::Launch *description);

/// Both in one, and gives it to the stream.
Status enqueueLaunch(const Context &context, const LaunchRequest &request, Stream &stream);

/// With $CUDA_LAUNCH_BLOCKING, waits for the stream, and answers as Context::synchronized().
Status waitIfLaunchesBlock(const Context &context, const Stream &stream);

/// What a refusal is about, in words; empty where the status says all.
std::string whyRefused(const Context &context, const LaunchRequest &request, Status status);

} // namespace raddle::host

#endif
