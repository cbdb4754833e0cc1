// From what a program asks for to a launch that the scheduler can run.
#ifndef RADDLE_API_CUDART_LAUNCH_H
#define RADDLE_API_CUDART_LAUNCH_H

#include "api/cudart/call.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace raddle::cudart {

struct LaunchRequest {
  const void *function; // the kernel's stub on the host
  dim3 grid;
  dim3 block;
  void **arguments;                           // a pointer to each
  std::size_t dynamic_shared;                 // bytes
  bool cooperative = false;                   // all blocks are resident, so that the grid may synchronise
  std::optional<dim3> cluster = std::nullopt; // blocks of a cluster, as the launch asks for them
  std::optional<dim3> preferred_cluster = std::nullopt; // larger ones, which it would rather have
};

/// The rules that hold for every kernel. cudaErrorInvalidDeviceFunction: there is none.
/// cudaErrorInvalidConfiguration: no kernel can have these dimensions; CUDA 13 answers cudaErrorInvalidValue.
cudaError_t checkShape(const LaunchRequest &request);

/// Checks the request against the kernel, on the context's device, and copies its arguments. Call checkShape
/// first. cudaErrorLaunchOutOfResources, cudaErrorInvalidValue (too much shared memory, no arguments),
/// cudaErrorInvalidClusterSize, cudaErrorCooperativeLaunchTooLarge, or what loading the kernel answers.
cudaError_t describeLaunch(const Context &context, const LaunchRequest &request,
                           runtime::Launch *description);

/// What one launch attribute means for the request. Hints are accepted; what would change the meaning of the
/// kernel and is not supported is refused.
cudaError_t applyAttribute(const Context &context, const cudaLaunchAttribute &attribute,
                           LaunchRequest *request);

/// Records the events that launch attributes ask for, behind the kernel.
void recordAttributeEvents(const Context &context, std::span<const cudaLaunchAttribute> attributes,
                           runtime::Stream &stream);

} // namespace raddle::cudart

#endif
