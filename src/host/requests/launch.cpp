#include "host/requests/launch.h"

#include "check/poisoned_stores.h"
#include "check/report.h"
#include "check/shadow.h"
#include "host/requests/kernel_limits.h"
#include "host/requests/pointer_arguments.h"
#include "profile/record.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <span>
#include <utility>
#include <variant>

namespace raddle::host {

namespace {

Status checkLaunchBounds(const Kernel &kernel, const RaddleDim3 &block) {
  unsigned limit = kernel.facts->max_threads_per_block;
  return limit == 0 || block.x * block.y * block.z <= limit ? Status::kSuccess : Status::kOutOfResources;
}

[[gnu::hot]] void packParameters(const backend::Function &function, void **arguments,
                                 backend::ParameterBuffer &packed) {
  std::byte *const bytes = packed.allocate(function.parameter_bytes);
  for (std::size_t index = 0; index < function.parameters.size(); ++index) {
    const RaddleParameter &parameter = function.parameters[index];
    std::memcpy(bytes + parameter.offset, arguments[index], parameter.size);
  }
}

// Whether the parameters are what the function takes for granted.
bool holdMultiples(const backend::Function &function, const backend::ParameterBuffer &packed) {
  return std::ranges::all_of(function.multiples, [&](const RaddleMultiple &multiple) {
    return std::to_integer<unsigned>(packed.get()[multiple.offset]) % multiple.factor == 0;
  });
}

// How many of its blocks the device holds at a time.
std::uint64_t residentBlocks(const Context &context, const Kernel &kernel, const LaunchRequest &request,
                             const std::optional<RaddleDim3> &cluster) {
  const auto [x, y, z] = cluster.value_or(RaddleDim3{1, 1, 1});
  const unsigned cluster_size = x * y * z;
  const unsigned block_threads = request.block.x * request.block.y * request.block.z;
  return cluster_size *
         residentClusters(context, kernel, block_threads, request.dynamic_shared, cluster_size);
}

// All blocks of a cooperative launch must fit on the device at once.
Status checkCooperative(const Context &context, const Kernel &kernel, const LaunchRequest &request,
                        const std::optional<RaddleDim3> &cluster) {
  const std::uint64_t blocks = std::uint64_t{request.grid.x} * request.grid.y * request.grid.z;
  return blocks <= residentBlocks(context, kernel, request, cluster) ? Status::kSuccess
                                                                     : Status::kCooperativeTooLarge;
}

} // namespace

static Status findKernel(const Context &context, const LaunchRequest &request, const BlockClass &block,
                         Kernel **kernel) {
  return request.reference ? modules().findKernel(*request.reference, block, context.target(), kernel)
                           : modules().findKernel(request.function, block, context.target(), kernel);
}

// With the function for such blocks. Inlined for the sake of the first of its callers, which each launch is.
[[gnu::always_inline]] static inline Status findKernel(const Context &context, const LaunchRequest &request,
                                                       Kernel **kernel, const backend::Function **function) {
  if (!request.reference)
    return modules().findKernel(request.function, request.block, context.target(), kernel, function);
  const BlockClass block = BlockClass::of(request.block);
  const Status status = findKernel(context, request, block, kernel);
  if (!status)
    *function = (*kernel)->functions[block.index()];
  return status;
}

// The function that takes nothing for granted of its parameters.
static Status findUnaligned(const Context &context, const LaunchRequest &request, Kernel **kernel,
                            const backend::Function **function) {
  BlockClass block = BlockClass::of(request.block);
  block.unaligned = true;
  const Status status = findKernel(context, request, block, kernel);
  if (!status)
    *function = (*kernel)->functions[block.index()];
  return status;
}

// None for most launches.
static Status findCluster(const Context &context, const LaunchRequest &request, const Kernel &kernel,
                          std::optional<RaddleDim3> *cluster) {
  if (!request.cluster && !request.preferred_cluster && !prescribesClusters(kernel)) [[likely]]
    return Status::kSuccess;
  if (Status status = resolveCluster(context, kernel, request.grid, request.cluster, cluster))
    return status;
  return isPreferable(request.preferred_cluster, *cluster, request.grid) ? Status::kSuccess
                                                                         : Status::kInvalidCluster;
}

[[gnu::hot]] Status describeLaunch(const Context &context, const LaunchRequest &request,
                                   backend::Launch *description) {
  Kernel *kernel = nullptr;
  const backend::Function *function = nullptr;
  if (Status status = findKernel(context, request, &kernel, &function))
    return status;
  // In this order, as an H200 shows (CUDA 13.0, 2026-11-21).
  if (Status status = checkLaunchBounds(*kernel, request.block))
    return status;
  std::optional<RaddleDim3> cluster;
  if (Status status = findCluster(context, request, *kernel, &cluster))
    return status;
  if (Status status =
          request.cooperative ? checkCooperative(context, *kernel, request, cluster) : Status::kSuccess)
    return status;
  if (request.dynamic_shared > kernel->max_dynamic_shared)
    return Status::kInvalidValue;
  const bool lacks_parameters = request.reference ? request.packed.size() < kernel->facts->parameter_bytes
                                                  : !kernel->facts->parameters.empty() && !request.arguments;
  if (lacks_parameters)
    return Status::kInvalidValue;
  const bool is_checked = check::enabled();
  // What is wrong with them is found where they are used.
  if (!request.reference && (!is_checked || !check::enabled(check::Detector::kMemory)))
    warnOfPointers(context, *kernel, request.arguments);

  description->grid_dim = request.grid;
  description->block_dim = request.block;
  description->cooperative = request.cooperative;
  if (cluster)
    description->addExtras().cluster_dim = cluster;
  description->dynamic_shared_bytes = static_cast<std::uint32_t>(request.dynamic_shared);
  description->stack_bytes = context.device.requestedStackBytes();
  if (request.reference)
    std::memcpy(description->parameters.allocate(kernel->facts->parameter_bytes), request.packed.data(),
                kernel->facts->parameter_bytes);
  else
    packParameters(*kernel->facts, request.arguments, description->parameters);
  if (profile::enabled())
    description->addExtras().argument_bytes =
        bytesOfArrays(context, {description->parameters.get(), kernel->facts->parameter_bytes});
  if (!holdMultiples(*function, description->parameters))
    if (Status status = findUnaligned(context, request, &kernel, &function))
      return status;
  description->function = function;
  if (is_checked) {
    description->checked = check::wantsLaunch(description->function->name);
    // Blocks of such a launch must not wait for one that could not start yet.
    if (check::enabled(check::Detector::kSync) && !request.cooperative)
      description->addExtras().most_resident = residentBlocks(context, *kernel, request, cluster);
    if (check::hasShadow())
      check::unpoisonStoresForHost();
  }
  description->device = context.device.id();
  description->device_state = &context.device.state();
  if (function->prints)
    context.device.state().expectOutput();
  return Status::kSuccess;
}

Status kernelWork(const Context &context, const LaunchRequest &request, Work *work) {
  auto launch = std::make_shared<backend::Launch>();
  if (Status status = describeLaunch(context, request, launch.get()))
    return status;
  *work = KernelWork{request.function, std::move(launch)};
  return Status::kSuccess;
}

Status captureLaunch(const Context &context, const LaunchRequest &request, Stream &stream) {
  Work work;
  const Status status = kernelWork(context, request, &work);
  if (!status)
    std::get<KernelWork>(work).updatable = request.updatable;
  return status ? status : addToCapture(context, stream, std::move(work));
}

std::string whyRefused(const Context &context, const LaunchRequest &request, Status status) {
  const auto &[x, y, z] = request.block;
  const std::uint64_t threads = std::uint64_t{x} * y * z;
  if (status == Status::kInvalidConfiguration) {
    const RaddleDim3 &grid = request.grid;
    if (threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0)
      return "each dimension of the grid and of the block must be 1 or more";
    if (threads > occupancy::kMaxThreadsPerBlock)
      return fmt::format("a block may have {} threads, not {}", occupancy::kMaxThreadsPerBlock, threads);
    return fmt::format("no grid is larger than ({},{},{}), and no block than ({},{},{})", INT_MAX, kMaxGridYZ,
                       kMaxGridYZ, occupancy::kMaxThreadsPerBlock, occupancy::kMaxThreadsPerBlock,
                       kMaxBlockZ);
  }
  Kernel *kernel = nullptr;
  const BlockClass block_class = BlockClass::of({x, y, z});
  if (findKernel(context, request, block_class, &kernel) != Status::kSuccess)
    return {};
  if (checkLaunchBounds(*kernel, request.block) == status)
    return fmt::format("its __launch_bounds__ allow {} threads in a block, not {}",
                       kernel->facts->max_threads_per_block, threads);
  if (status == Status::kInvalidValue && request.dynamic_shared > kernel->max_dynamic_shared)
    return fmt::format(
        "{} bytes of dynamic shared memory beside {} static ones are more than the {} that it may have now; "
        "cudaFuncSetAttribute() with cudaFuncAttributeMaxDynamicSharedMemorySize allows more",
        request.dynamic_shared, kernel->facts->static_shared_bytes, kernel->max_dynamic_shared.load());
  return {};
}

} // namespace raddle::host
