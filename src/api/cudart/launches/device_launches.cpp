#include "api/cudart/launches/device_launches.h"

#include "api/cudart/errors/status.h"
#include "api/cudart/launches/kernel_queries.h"
#include "backend/device_launches.h"
#include "check/poisoned_stores.h"
#include "check/shadow.h"
#include "driver_types.h"
#include "host/process/process.h"
#include "host/requests/device_launch.h"
#include "host/requests/graph.h"
#include "raddle/types/device_request.h"

#include <algorithm>
#include <optional>

namespace raddle::cudart {

namespace {

using backend::Caller;
using backend::DeviceParameters;
using host::ChildGrids;
using host::Context;
using host::Process;
using Operands = std::span<const std::uint64_t, 7>;

Context contextOf(const Caller &caller) {
  Process &process = *Process::existing();
  return {process, process.device(caller.launch->device)};
}

// What went wrong is the thread's last error.
cudaError_t record(const Context &context, const Caller &caller, Status status) {
  if (status)
    childrenOf(context, caller).setError(caller.block, caller.thread, status);
  return errorForKernels(status);
}

std::int32_t launch(const Caller &caller, const void *kernel, DeviceParameters *parameters,
                    const RaddleDim3 &grid, const RaddleDim3 &block, std::uint64_t shared_bytes,
                    const void *stream) {
  const Context context = contextOf(caller);
  const Status status =
      parameters ? launchFromDevice(context, caller, kernel, *parameters, grid, block, shared_bytes, stream)
                 : Status::kInvalidValue;
  // The host may use the memory for something that kernels see.
  if (parameters)
    check::unpoison(parameters->bytes(), parameters->size);
  DeviceParameters::release(parameters);
  return record(context, caller, status);
}

void *pointer(std::uint64_t operand) { return reinterpret_cast<void *>(operand); }
std::byte *bytes(std::uint64_t operand) { return reinterpret_cast<std::byte *>(operand); }
std::uint64_t number(const void *handle) { return reinterpret_cast<std::uint64_t>(handle); }
std::uint32_t low(std::uint64_t operand) { return static_cast<std::uint32_t>(operand); }
std::uint32_t high(std::uint64_t operand) { return static_cast<std::uint32_t>(operand >> 32); }

// The size of what device code knows, or will not come to launch.
std::uint64_t bufferOf(const Context &context, Operands given) {
  const backend::KernelReference *const kernel = backend::findKernelReference(pointer(given[0]));
  host::Kernel *found = nullptr;
  const RaddleDim3 grid{low(given[1]), high(given[1]), low(given[3])},
      block{low(given[2]), high(given[2]), high(given[3])};
  if (!kernel || host::modules().findKernel(*kernel, BlockClass::of(block), context.target(), &found))
    return 0;
  DeviceParameters *const made = DeviceParameters::make(found->facts->parameter_bytes);
  if (!made)
    return 0;
  made->kernel = kernel;
  made->grid = grid;
  made->block = block;
  made->shared_bytes = given[4];
  return number(made->bytes());
}

// A kernel that device code names, with its facts. kUnknownFunction: that is none.
Status findNamed(const Context &context, std::uint64_t name, unsigned block_threads, host::Kernel **kernel) {
  const backend::KernelReference *const reference = backend::findKernelReference(pointer(name));
  return reference ? host::modules().findFacts(*reference, BlockClass::of({block_threads, 1, 1}),
                                               context.target(), kernel)
                   : Status::kUnknownFunction;
}

Status writeAttributes(const Context &context, Operands given) {
  host::Kernel *kernel = nullptr;
  auto *const attributes = static_cast<cudaFuncAttributes *>(pointer(given[0]));
  if (!attributes)
    return Status::kInvalidValue;
  if (Status status = findNamed(context, given[1], occupancy::kMaxThreadsPerBlock, &kernel))
    return status;
  *attributes = attributesOfKernel(context, *kernel);
  check::noteWritten(attributes, sizeof *attributes);
  return Status::kSuccess;
}

Status writeResidentBlocks(const Context &context, Operands given) {
  host::Kernel *kernel = nullptr;
  auto *const blocks = static_cast<int *>(pointer(given[0]));
  const auto block_threads = static_cast<int>(given[2]);
  if (!mayAskForResidentBlocks(blocks, block_threads, low(given[4])))
    return Status::kInvalidValue;
  if (Status status = findNamed(context, given[1],
                                std::min(low(given[2]), unsigned{occupancy::kMaxThreadsPerBlock}), &kernel))
    return status;
  *blocks = residentBlocks(context, *kernel, block_threads, given[3]);
  check::noteWritten(blocks, sizeof *blocks);
  return Status::kSuccess;
}

std::optional<host::GraphStream> graphStreamOf(std::uint64_t stream) {
  if (stream == number(cudaStreamGraphTailLaunch))
    return host::GraphStream::kTail;
  if (stream == number(cudaStreamGraphFireAndForget))
    return host::GraphStream::kFireAndForget;
  if (stream == number(cudaStreamGraphFireAndForgetAsSibling))
    return host::GraphStream::kFireAndForgetAsSibling;
  return std::nullopt;
}

// A change of a kernel node.
Status updateNode(std::uint32_t what, Operands given) {
  const std::shared_ptr<host::UpdatableKernel> kernel = host::UpdatableKernel::find(given[0]);
  if (!kernel)
    return Status::kInvalidValue;
  if (what == kRaddleEnableKernelNode)
    return kernel->setEnabled(given[1] != 0);
  if (what == kRaddleSetKernelNodeGrid)
    return kernel->setGrid({low(given[1]), high(given[1]), low(given[2])});
  return pointer(given[2]) ? kernel->setParameter(given[1], {bytes(given[2]), given[3]})
                           : Status::kInvalidValue;
}

std::uint64_t request(const Caller &caller, std::uint32_t what, Operands given) {
  const Context context = contextOf(caller);
  // Most kernels only ask whether something went wrong, and have launched nothing.
  if (!caller.launch->children.load(std::memory_order_acquire))
    switch (what) {
    case kRaddleLastError:
    case kRaddlePeekAtLastError:
    case kRaddleBlockHasChildren:
      return 0;
    case kRaddleStreamIsBusy:
      if (given[0] <= number(cudaStreamPerThread))
        return 0;
      break;
    default:
      break;
    }
  ChildGrids &children = childrenOf(context, caller);
  const auto place = [&](std::uint64_t stream) { return ChildGrids::Place{caller.block, pointer(stream)}; };
  const auto answer = [&](Status status) { return std::uint64_t{record(context, caller, status)}; };
  switch (what) {
  case kRaddleLastError:
  case kRaddlePeekAtLastError:
    return errorForKernels(children.error(caller.block, caller.thread, what == kRaddleLastError));
  case kRaddleCreateStream:
    // The streams of device code are never blocking.
    return given[0] == cudaStreamNonBlocking ? number(children.createStream())
                                             : answer(Status::kInvalidValue);
  case kRaddleDestroyStream:
    return answer(children.destroyStream(pointer(given[0])));
  case kRaddleCreateEvent:
    return given[0] == cudaEventDisableTiming ? number(children.createEvent())
                                              : answer(Status::kInvalidValue);
  case kRaddleDestroyEvent:
    return answer(children.destroyEvent(pointer(given[0])));
  case kRaddleRecordEvent:
    return answer(children.recordEvent(place(given[1]), pointer(given[0])));
  case kRaddleStreamWaitsForEvent:
    return answer(children.waitEvent(place(given[0]), pointer(given[1])));
  case kRaddleStreamIsBusy: {
    bool busy = false;
    return children.isBusy(place(given[0]), &busy) || busy;
  }
  case kRaddleBlockHasChildren:
    return children.hasUnfinished(caller.block);
  case kRaddleSynchronizes:
    return answer(checkSynchronizing(context, caller));
  case kRaddleCopy:
    return answer(
        copyFromDevice(context, caller, pointer(given[0]),
                       host::linearCopy(pointer(given[1]), pointer(given[2]), given[3], std::nullopt)));
  case kRaddleFill:
    return answer(fillFromDevice(context, caller, pointer(given[0]),
                                 {{bytes(given[1]), given[3], given[3]}, {given[3]}, low(given[2])}));
  case kRaddleCopyRows:
    return answer(copyFromDevice(context, caller, pointer(given[0]),
                                 {{bytes(given[1]), given[2], given[2] * given[6]},
                                  {bytes(given[3]), given[4], given[4] * given[6]},
                                  {given[5], given[6]},
                                  std::nullopt}));
  case kRaddleFillRows:
    return answer(fillFromDevice(
        context, caller, pointer(given[0]),
        {{bytes(given[1]), given[2], given[2] * given[5]}, {given[4], given[5]}, low(given[3])}));
  case kRaddleParameterBuffer:
    return bufferOf(context, given);
  case kRaddleLaunchBuffer: {
    DeviceParameters *const parameters = DeviceParameters::of(pointer(given[0]));
    if (!parameters || !parameters->kernel)
      return answer(Status::kInvalidValue);
    return static_cast<std::uint64_t>(launch(caller, parameters->kernel, parameters,
                                             RaddleDim3(parameters->grid), RaddleDim3(parameters->block),
                                             parameters->shared_bytes, pointer(given[1])));
  }
  case kRaddleLaunchGraph: {
    const std::shared_ptr<host::GraphExec> exec = context.process.graphs.findExec(pointer(given[0]));
    if (!exec)
      return answer(Status::kInvalidHandle);
    const std::optional<host::GraphStream> stream = graphStreamOf(given[1]);
    return answer(stream ? host::launchGraphFromDevice(caller.launch->extras().graph, exec, *stream)
                         : Status::kInvalidValue);
  }
  case kRaddleCurrentGraph:
    return number(host::currentGraph(caller.launch->extras().graph).get());
  case kRaddleSetCondition:
    return answer(host::setCondition(caller.launch->extras().graph, given[0], low(given[1])));
  case kRaddleEnableKernelNode:
  case kRaddleSetKernelNodeGrid:
  case kRaddleSetKernelNodeParameter:
    return answer(updateNode(what, given));
  case kRaddleKernelAttributes:
    return answer(writeAttributes(context, given));
  case kRaddleResidentBlocks:
    return answer(writeResidentBlocks(context, given));
  default:
    break;
  }
  return answer(Status::kNotSupported);
}

constexpr backend::DeviceLaunches kLaunches = {launch, request};

} // namespace

void installDeviceLaunches() { backend::setDeviceLaunches(&kLaunches); }

} // namespace raddle::cudart
