// Launches of kernels.
#include "cuda.h"

#include "api/cuda/launch.h"
#include "host/requests/launch.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <span>
#include <vector>

using namespace raddle::cuda;
using raddle::host::Kernel;
using raddle::host::LaunchAttribute;
using raddle::host::LaunchRequest;

namespace {

// The attributes of launches are those of the host core but for the names of their types.
static_assert(sizeof(CUlaunchAttribute) == sizeof(LaunchAttribute));
static_assert(offsetof(CUlaunchAttribute, value) == offsetof(LaunchAttribute, value));
static_assert(CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE ==
              static_cast<unsigned>(LaunchAttribute::Id::kDeviceUpdatableKernelNode));

using Attributes = std::span<const CUlaunchAttribute>;

CUresult launch(const Context &context, LaunchRequest &request, CUstream handle, void **extra,
                Attributes attributes = {}) {
  for (const CUlaunchAttribute &attribute : attributes)
    if (Status status = applyAttribute(context, std::bit_cast<LaunchAttribute>(attribute), &request))
      return resultOf(status);
  if (Status status = checkShape(request))
    return resultOf(status);
  LaunchParameters parameters;
  if (extra) {
    const unsigned threads = request.block.x * request.block.y * request.block.z;
    if (CUresult failed = parameters.read(context, raddle::api::functionHandleOf(request.function), threads,
                                          request.arguments, extra))
      return failed;
    request.arguments = parameters.pointers();
  }
  const std::shared_ptr<raddle::host::Stream> stream = findStream(context, handle);
  if (!stream || stream->device != context.device.id())
    return CUDA_ERROR_INVALID_HANDLE;
  if (Status status = enqueueLaunch(context, request, *stream))
    return resultOf(status);
  for (const CUlaunchAttribute &attribute : attributes)
    recordAttributeEvent(context, std::bit_cast<LaunchAttribute>(attribute), *stream);
  return resultOf(waitIfLaunchesBlock(context, *stream));
}

// What the oldest functions set before a launch.
struct PreparedLaunch {
  RaddleDim3 block = {1, 1, 1};
  unsigned shared_bytes = 0;
  std::vector<std::byte> parameters = {};
};

std::mutex prepared_mutex;
std::map<CUfunction, PreparedLaunch> &preparedLaunches() {
  static auto *const kPrepared = new std::map<CUfunction, PreparedLaunch>;
  return *kPrepared;
}

// Runs `change(prepared launch)`, which answers a CUresult.
template <typename Change> CUresult prepare(CUfunction function, Change change) {
  return onDevice([&](const Context &) {
    if (raddle::host::modules().kernelName(stubOf(function)).empty())
      return CUDA_ERROR_INVALID_HANDLE;
    std::lock_guard lock(prepared_mutex);
    return change(preparedLaunches()[function]);
  });
}

CUresult setParameter(CUfunction function, int offset, const void *bytes, std::size_t count) {
  constexpr std::size_t kMostBytes = 4096;
  return prepare(function, [=](PreparedLaunch &prepared) {
    const auto begin = static_cast<std::size_t>(offset);
    if (offset < 0 || begin + count > kMostBytes || (!bytes && count != 0))
      return CUDA_ERROR_INVALID_VALUE;
    prepared.parameters.resize(std::max(prepared.parameters.size(), begin + count));
    std::memcpy(prepared.parameters.data() + begin, bytes, count);
    return CUDA_SUCCESS;
  });
}

CUresult launchPrepared(CUfunction function, int width, int height, CUstream stream) {
  PreparedLaunch prepared;
  if (CUresult failed = prepare(function, [&](PreparedLaunch &found) {
        prepared = found;
        return CUDA_SUCCESS;
      }))
    return failed;
  if (width <= 0 || height <= 0)
    return answer(CUDA_ERROR_INVALID_VALUE);
  std::size_t bytes = prepared.parameters.size();
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, prepared.parameters.data(), CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes,
                   CU_LAUNCH_PARAM_END};
  const RaddleDim3 &block = prepared.block;
  return cuLaunchKernel(function, static_cast<unsigned>(width), static_cast<unsigned>(height), 1, block.x, block.y,
                        block.z, prepared.shared_bytes, stream, nullptr, extra);
}

} // namespace

CUresult LaunchParameters::read(const Context &context, CUfunction function, unsigned block_threads,
                                void **pointers, void **extra) {
  if (pointers && extra)
    return CUDA_ERROR_INVALID_VALUE;
  pointers_ = pointers;
  return extra ? readBuffer(context, function, block_threads, extra) : CUDA_SUCCESS;
}

CUresult LaunchParameters::readBuffer(const Context &context, CUfunction function, unsigned block_threads,
                                      void **extra) {
  std::byte *buffer = nullptr;
  const std::size_t *bytes = nullptr;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
      buffer = static_cast<std::byte *>(extra[1]);
    else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE)
      bytes = static_cast<const std::size_t *>(extra[1]);
    else
      return CUDA_ERROR_INVALID_VALUE;
  }
  Kernel *kernel = nullptr;
  if (Status status =
          raddle::host::modules().findKernel(stubOf(function), context.target(), &kernel, block_threads))
    return resultOf(status);
  for (const RaddleParameter &parameter : kernel->facts->parameters) {
    if (!buffer || !bytes || parameter.offset + parameter.size > *bytes)
      return CUDA_ERROR_INVALID_VALUE;
    into_buffer_.push_back(buffer + parameter.offset);
  }
  pointers_ = into_buffer_.data();
  return CUDA_SUCCESS;
}

#pragma GCC visibility push(default)
extern "C" {

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream,
                        void **parameters, void **extra) {
  return onDevice([=](const Context &context) {
    LaunchRequest request{
        stubOf(function), {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, parameters, shared_bytes};
    return launch(context, request, stream, extra);
  });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function, void **parameters,
                          void **extra) {
  return onDevice([=](const Context &context) {
    if (!config || (config->numAttrs != 0 && !config->attrs))
      return CUDA_ERROR_INVALID_VALUE;
    LaunchRequest request{stubOf(function),
                          {config->gridDimX, config->gridDimY, config->gridDimZ},
                          {config->blockDimX, config->blockDimY, config->blockDimZ},
                          parameters,
                          config->sharedMemBytes};
    const CUresult result =
        launch(context, request, config->hStream, extra, {config->attrs, config->numAttrs});
    if (result == CUDA_SUCCESS && request.updatable)
      for (CUlaunchAttribute &attribute : std::span(config->attrs, config->numAttrs))
        if (attribute.id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE)
          attribute.value.deviceUpdatableKernelNode.devNode =
              reinterpret_cast<CUgraphDeviceNode>(request.updatable->handle);
    return result;
  });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                                   CUstream stream, void **parameters) {
  return onDevice([=](const Context &context) {
    LaunchRequest request{
        stubOf(function), {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, parameters, shared_bytes, true};
    return launch(context, request, stream, nullptr);
  });
}

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z) {
  return prepare(function, [=](PreparedLaunch &prepared) {
    if (x <= 0 || y <= 0 || z <= 0)
      return CUDA_ERROR_INVALID_VALUE;
    prepared.block = {static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(z)};
    return CUDA_SUCCESS;
  });
}

CUresult cuFuncSetSharedSize(CUfunction function, unsigned bytes) {
  return prepare(function, [=](PreparedLaunch &prepared) {
    prepared.shared_bytes = bytes;
    return CUDA_SUCCESS;
  });
}

CUresult cuParamSetSize(CUfunction function, unsigned bytes) {
  return prepare(function, [=](PreparedLaunch &prepared) {
    prepared.parameters.resize(bytes);
    return CUDA_SUCCESS;
  });
}

CUresult cuParamSeti(CUfunction function, int offset, unsigned value) {
  return setParameter(function, offset, &value, sizeof value);
}

CUresult cuParamSetf(CUfunction function, int offset, float value) {
  return setParameter(function, offset, &value, sizeof value);
}

CUresult cuParamSetv(CUfunction function, int offset, void *bytes, unsigned count) {
  return setParameter(function, offset, bytes, count);
}

CUresult cuLaunch(CUfunction function) { return launchPrepared(function, 1, 1, nullptr); }

CUresult cuLaunchGrid(CUfunction function, int width, int height) {
  return launchPrepared(function, width, height, nullptr);
}

CUresult cuLaunchGridAsync(CUfunction function, int width, int height, CUstream stream) {
  return launchPrepared(function, width, height, stream);
}

} // extern "C"
#pragma GCC visibility pop
