// Launching kernels.
#include "crt/host_runtime.h"
#include "cuda_runtime_api.h"

#include "api/cudart/errors/at_exit.h"
#include "api/cudart/launches/launch.h"

#include <memory>
#include <span>
#include <string>
#include <utility>

using namespace raddle::cudart;
using raddle::host::Stream;

namespace {

using Attributes = std::span<const cudaLaunchAttribute>;

[[gnu::hot]] cudaError_t launch(const Context &context, const LaunchRequest &request, cudaStream_t handle,
                                Attributes attributes = {}) {
  if (!request.function && !request.reference)
    return cudaErrorInvalidDeviceFunction;
  if (Status status = checkShape(request))
    return errorOf(status);
  std::shared_ptr<Stream> stream = findStream(context, handle);
  if (!stream || stream->device != context.device.id())
    return cudaErrorInvalidResourceHandle;
  if (Status status = enqueueLaunch(context, request, *stream))
    return errorOf(status);
  for (const cudaLaunchAttribute &attribute : attributes)
    recordAttributeEvent(context, attributeOf(attribute), *stream);
  return errorOf(waitIfLaunchesBlock(context, *stream));
}

} // namespace

cudaError_t raddle::cudart::describe(const Context &context, const cudaLaunchConfig_t *config,
                                     const void *function, void **arguments, LaunchRequest *request) {
  if (!config || (config->numAttrs != 0 && !config->attrs))
    return cudaErrorInvalidValue;
  *request = {function, extentOf(config->gridDim), extentOf(config->blockDim), arguments,
              config->dynamicSmemBytes};
  for (const cudaLaunchAttribute &attribute : Attributes(config->attrs, config->numAttrs))
    if (Status status = applyAttribute(context, attributeOf(attribute), request))
      return errorOf(status);
  return cudaSuccess;
}

[[gnu::hot]] cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                          size_t shared, cudaStream_t stream) {
  const bool is_from_stub = std::exchange(threadState().in_kernel_stub, false);
  const LaunchRequest request{function, extentOf(grid), extentOf(block), arguments, shared};
  std::string reason;
  const cudaError_t error = onDevice([&](const Context &context) {
    const cudaError_t result = launch(context, request, stream);
    if (is_from_stub && result != cudaSuccess)
      explainRefusedLaunch(request, reason = whyRefused(context, request, statusOf(result)));
    return result;
  });
  if (error == cudaSuccess)
    ++threadState().launches;
  else if (is_from_stub)
    noteRefusedLaunch(request, error, reason);
  return error;
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream) {
  return onDevice([&](const Context &context) {
    return launch(context, {function, extentOf(grid), extentOf(block), arguments, shared, true}, stream);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments) {
  return onDevice([&](const Context &context) {
    LaunchRequest request;
    if (cudaError_t error = describe(context, config, function, arguments, &request))
      return error;
    const cudaError_t error = launch(context, request, config->stream, {config->attrs, config->numAttrs});
    if (error == cudaSuccess && request.updatable)
      for (cudaLaunchAttribute &attribute : std::span(config->attrs, config->numAttrs))
        if (attribute.id == cudaLaunchAttributeDeviceUpdatableKernelNode)
          attribute.val.deviceUpdatableKernelNode.devNode =
              reinterpret_cast<cudaGraphDeviceNode_t>(request.updatable->handle);
    return error;
  });
}

[[gnu::hot]] unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream) {
  callConfigurations().push_back({grid, block, shared, static_cast<cudaStream_t>(stream)});
  return 0;
}

[[gnu::hot]] unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
  auto &configurations = callConfigurations();
  if (configurations.empty())
    return recordError(cudaErrorMissingConfiguration);
  const CallConfiguration &top = configurations.back();
  *grid = top.grid;
  *block = top.block;
  *shared = top.shared_bytes;
  *static_cast<cudaStream_t *>(stream) = top.stream;
  configurations.pop_back();
  threadState().in_kernel_stub = true;
  return cudaSuccess;
}
