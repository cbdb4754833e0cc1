// Launching kernels.
#include "crt/host_runtime.h"
#include "cuda_runtime_api.h"

#include "base/environment.h"
#include "api/cudart/at_exit.h"
#include "api/cudart/kernel_limits.h"
#include "api/cudart/launch.h"
#include "api/cudart/pointer_arguments.h"

#include <algorithm>
#include <climits>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <string>
#include <utility>

using namespace raddle::cudart;
using raddle::runtime::Kernel;
using raddle::runtime::Operation;
using raddle::runtime::Stream;
namespace occupancy = raddle::occupancy;

namespace {

constexpr unsigned kMaxGridYZ = 65535;
constexpr unsigned kMaxBlockZ = 64;

bool isConfiguration(const dim3 &grid, const dim3 &block) {
  auto within = [](unsigned value, unsigned limit) { return value >= 1 && value <= limit; };
  return within(grid.x, INT_MAX) && within(grid.y, kMaxGridYZ) && within(grid.z, kMaxGridYZ) &&
         within(block.x, occupancy::kMaxThreadsPerBlock) && within(block.y, occupancy::kMaxThreadsPerBlock) &&
         within(block.z, kMaxBlockZ) && within(block.x * block.y * block.z, occupancy::kMaxThreadsPerBlock);
}

bool isConstantVariable(const void *address) {
  const auto allocation = Process::instance().memory.find(address);
  return allocation && allocation->kind == raddle::runtime::MemoryKind::kVariable &&
         (allocation->flags & kRaddleVariableConstant) != 0;
}

const RaddleKernel *codeOfSingleThreads(const RaddleKernel *kernel) {
  Process &process = Process::instance();
  for (const auto &device : process.devices)
    if (const RaddleKernel *found =
            modules().forSingleThreads(kernel, {device->id(), device->arch(), process.memory}))
      return found;
  return nullptr;
}

cudaError_t checkLaunchBounds(const Kernel &kernel, const dim3 &block) {
  unsigned limit = kernel.record->max_threads_per_block;
  return limit == 0 || block.x * block.y * block.z <= limit ? cudaSuccess : cudaErrorLaunchOutOfResources;
}

// What a refusal is about, in words; empty where the error's name says all.
std::string whyRefused(const Context &context, const LaunchRequest &request, cudaError_t error) {
  const auto &[x, y, z] = request.block;
  const std::uint64_t threads = std::uint64_t{x} * y * z;
  if (error == cudaErrorInvalidConfiguration) {
    const dim3 &grid = request.grid;
    if (threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0)
      return "each dimension of the grid and of the block must be 1 or more";
    if (threads > occupancy::kMaxThreadsPerBlock)
      return fmt::format("a block may have {} threads, not {}", occupancy::kMaxThreadsPerBlock, threads);
    return fmt::format("no grid is larger than ({},{},{}), and no block than ({},{},{})", INT_MAX, kMaxGridYZ,
                       kMaxGridYZ, occupancy::kMaxThreadsPerBlock, occupancy::kMaxThreadsPerBlock,
                       kMaxBlockZ);
  }
  Kernel *kernel = nullptr;
  const raddle::BlockClass block_class = raddle::BlockClass::of({x, y, z});
  if (modules().findKernel(request.function, block_class, context.target(), &kernel) != cudaSuccess)
    return {};
  if (checkLaunchBounds(*kernel, request.block) == error)
    return fmt::format("its __launch_bounds__ allow {} threads in a block, not {}",
                       kernel->record->max_threads_per_block, threads);
  if (error == cudaErrorInvalidValue && request.dynamic_shared > kernel->max_dynamic_shared)
    return fmt::format(
        "{} bytes of dynamic shared memory beside {} static ones are more than the {} that it may have now; "
        "cudaFuncSetAttribute() with cudaFuncAttributeMaxDynamicSharedMemorySize allows more",
        request.dynamic_shared, kernel->record->static_shared_bytes, kernel->max_dynamic_shared.load());
  return {};
}

void packParameters(const RaddleKernel &kernel, void **arguments, raddle::runtime::ParameterBuffer &packed) {
  std::byte *const bytes = packed.allocate(kernel.parameter_bytes);
  for (std::size_t index = 0; index < kernel.parameter_count; ++index) {
    const RaddleParameter &parameter = kernel.parameters[index];
    std::memcpy(bytes + parameter.offset, arguments[index], parameter.size);
  }
}

// $CUDA_LAUNCH_BLOCKING: 1, and no other number, as an H100 shows (CUDA 13.0, 2026-11-26).
bool launchesBlock() {
  static const bool kBlock = raddle::environmentNumber("CUDA_LAUNCH_BLOCKING") == 1u;
  return kBlock;
}

// Whether the parameters are what the code takes for granted.
bool holdMultiples(const RaddleKernel &code, const raddle::runtime::ParameterBuffer &packed) {
  const auto places = std::span(code.multiples, code.multiple_count);
  return std::ranges::all_of(places, [&](const RaddleMultiple &multiple) {
    return std::to_integer<unsigned>(packed.get()[multiple.offset]) % multiple.factor == 0;
  });
}

using Attributes = std::span<const cudaLaunchAttribute>;

cudaError_t launch(const Context &context, const LaunchRequest &request, cudaStream_t handle,
                   Attributes attributes = {}) {
  if (cudaError_t error = checkShape(request))
    return error;
  std::shared_ptr<Stream> stream = findStream(context, handle);
  if (!stream || stream->device != context.device.id())
    return cudaErrorInvalidResourceHandle;
  auto operation = Operation::make(Operation::Kind::kLaunch);
  if (cudaError_t error = describeLaunch(context, request, &operation->launch))
    return error;
  context.scheduler().enqueue(*stream, std::move(operation));
  if (!attributes.empty())
    recordAttributeEvents(context, attributes, *stream);
  if (!launchesBlock())
    return cudaSuccess;
  context.scheduler().waitStream(*stream);
  return context.synchronized();
}

// All blocks of a cooperative launch must fit on the device at once.
cudaError_t checkCooperative(const Context &context, const Kernel &kernel, const LaunchRequest &request,
                             const std::optional<dim3> &cluster) {
  const auto [x, y, z] = cluster.value_or(dim3(1, 1, 1));
  const unsigned cluster_size = x * y * z;
  const std::uint64_t blocks = std::uint64_t{request.grid.x} * request.grid.y * request.grid.z;
  const unsigned block_threads = request.block.x * request.block.y * request.block.z;
  return blocks / cluster_size <=
                 residentClusters(context, kernel, block_threads, request.dynamic_shared, cluster_size)
             ? cudaSuccess
             : cudaErrorCooperativeLaunchTooLarge;
}

} // namespace

namespace raddle::cudart {

cudaError_t checkShape(const LaunchRequest &request) {
  if (!request.function)
    return cudaErrorInvalidDeviceFunction;
  return isConfiguration(request.grid, request.block) ? cudaSuccess : cudaErrorInvalidConfiguration;
}

cudaError_t describeLaunch(const Context &context, const LaunchRequest &request,
                           raddle::runtime::Launch *description) {
  const RaddleDim3 block_dim{request.block.x, request.block.y, request.block.z};
  raddle::BlockClass block_class = raddle::BlockClass::of(block_dim);
  Kernel *kernel = nullptr;
  if (cudaError_t error = modules().findKernel(request.function, block_class, context.target(), &kernel))
    return error;
  // In this order, as an H200 shows (CUDA 13.0, 2026-11-21).
  if (cudaError_t error = checkLaunchBounds(*kernel, request.block))
    return error;
  std::optional<dim3> cluster;
  if (cudaError_t error = resolveCluster(context, *kernel, request.grid, request.cluster, &cluster))
    return error;
  if (!isPreferable(request.preferred_cluster, cluster, request.grid))
    return cudaErrorInvalidClusterSize;
  if (cudaError_t error =
          request.cooperative ? checkCooperative(context, *kernel, request, cluster) : cudaSuccess)
    return error;
  if (request.dynamic_shared > kernel->max_dynamic_shared)
    return cudaErrorInvalidValue;
  if (kernel->record->parameter_count != 0 && !request.arguments)
    return cudaErrorInvalidValue;
  warnOfPointers(context, *kernel, request);

  description->grid_dim = {request.grid.x, request.grid.y, request.grid.z};
  description->block_dim = block_dim;
  description->cooperative = request.cooperative;
  if (cluster)
    description->cluster_dim = {cluster->x, cluster->y, cluster->z};
  description->dynamic_shared_bytes = static_cast<std::uint32_t>(request.dynamic_shared);
  description->stack_bytes = context.device.requestedStackBytes();
  packParameters(*kernel->record, request.arguments, description->parameters);
  if (!holdMultiples(*kernel->code[block_class.index()], description->parameters)) {
    block_class.unaligned = true;
    if (cudaError_t error = modules().findKernel(request.function, block_class, context.target(), &kernel))
      return error;
  }
  description->kernel = kernel->code[block_class.index()];
  description->is_constant = isConstantVariable;
  description->single_threads = codeOfSingleThreads;
  description->device = context.device.id();
  description->heap = context.device.heap();
  description->output = &context.device.output();
  if ((kernel->record->flags & kRaddleKernelPrints) != 0)
    description->output->setUsed(true);
  return cudaSuccess;
}

} // namespace raddle::cudart

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream) {
  const bool is_from_stub = std::exchange(threadState().in_kernel_stub, false);
  const LaunchRequest request{function, grid, block, arguments, shared};
  std::string reason;
  const cudaError_t error = onDevice([&](const Context &context) {
    const cudaError_t result = launch(context, request, stream);
    if (is_from_stub && result != cudaSuccess)
      reason = whyRefused(context, request, result);
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
    return launch(context, {function, grid, block, arguments, shared, true}, stream);
  });
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments) {
  return onDevice([&](const Context &context) {
    if (!config || (config->numAttrs != 0 && !config->attrs))
      return cudaErrorInvalidValue;
    const Attributes attributes(config->attrs, config->numAttrs);
    LaunchRequest request{function, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes};
    for (const cudaLaunchAttribute &attribute : attributes)
      if (cudaError_t error = applyAttribute(context, attribute, &request))
        return error;
    return launch(context, request, config->stream, attributes);
  });
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream) {
  threadState().configurations.push_back({grid, block, shared, static_cast<cudaStream_t>(stream)});
  return 0;
}

unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
  auto &configurations = threadState().configurations;
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
