#include "api/cudart/graphs/work.h"

#include "api/cudart/launches/launch.h"
#include "api/cudart/memory/copies.h"
#include "host/requests/allocation.h"
#include "host/requests/graph.h"

#include <climits>
#include <utility>
#include <variant>

namespace raddle::cudart {

using namespace host;

namespace {

cudaError_t copyWork(const Context &context, const Copy &copy, std::any description, DescribedWork *out) {
  if (Status status = checkCopy(context, copy))
    return errorOf(status);
  *out = {CopyWork{copy}, std::move(description)};
  return cudaSuccess;
}

} // namespace

cudaError_t workOf(const Context &context, const cudaKernelNodeParams *parameters, DescribedWork *out) {
  // `extra`, packed parameters, is for kernels of the driver API's modules.
  if (!parameters || parameters->extra)
    return parameters ? cudaErrorNotSupported : cudaErrorInvalidValue;
  LaunchRequest request;
  request.function = parameters->func;
  request.grid = extentOf(parameters->gridDim);
  request.block = extentOf(parameters->blockDim);
  request.arguments = parameters->kernelParams;
  request.dynamic_shared = parameters->sharedMemBytes;
  if (Status status = checkShape(request))
    return errorOf(status);
  return errorOf(kernelWork(context, request, &out->work));
}

cudaError_t workOf(const Context &context, const cudaMemcpy3DParms *parameters, DescribedWork *out) {
  Copy copy;
  if (cudaError_t error = volumeCopy(context, parameters, &copy))
    return error;
  return copyWork(context, copy, *parameters, out);
}

cudaError_t linearCopyWork(const Context &context, void *destination, const void *source, std::size_t bytes,
                           cudaMemcpyKind kind, DescribedWork *out) {
  return copyWork(context, linearCopy(destination, source, bytes, kind), {}, out);
}

cudaError_t symbolCopyWork(const Context &context, bool to_symbol, const void *symbol, const void *memory,
                           std::size_t bytes, std::size_t offset, cudaMemcpyKind kind, DescribedWork *out) {
  Symbol variable;
  if (Status status = modules().findVariable(symbol, context.target(), &variable))
    return errorOf(status);
  if (offset > variable.bytes || bytes > variable.bytes - offset)
    return cudaErrorInvalidValue;
  void *const address = static_cast<std::byte *>(variable.address) + offset;
  return to_symbol ? linearCopyWork(context, address, memory, bytes, kind, out)
                   : linearCopyWork(context, const_cast<void *>(memory), address, bytes, kind, out);
}

cudaError_t workOf(const Context &context, const cudaMemsetParams *parameters, DescribedWork *out) {
  if (!parameters)
    return cudaErrorInvalidValue;
  const unsigned element = parameters->elementSize;
  if (element != 1 && element != 2 && element != 4)
    return cudaErrorInvalidValue;
  const std::size_t width = parameters->width * element;
  const std::size_t pitch = parameters->height > 1 ? parameters->pitch : width;
  const Fill fill = {{static_cast<std::byte *>(parameters->dst), pitch, pitch * parameters->height},
                     {width, parameters->height},
                     parameters->value,
                     element};
  if (Status status = checkFill(context, fill))
    return errorOf(status);
  *out = {FillWork{fill}, *parameters};
  return cudaSuccess;
}

cudaError_t workOf(const Context &, const cudaHostNodeParams *parameters, DescribedWork *out) {
  if (!parameters || !parameters->fn)
    return cudaErrorInvalidValue;
  *out = {HostWork{parameters->fn, parameters->userData}, {}};
  return cudaSuccess;
}

cudaError_t childWork(const Context &context, cudaGraph_t graph, DescribedWork *out) {
  const std::shared_ptr<Graph> found = host::findGraph(graph);
  if (!found)
    return cudaErrorInvalidValue;
  *out = {ChildWork{found->clone()}, {}};
  return cudaSuccess;
}

cudaError_t eventWork(const Context &context, cudaEvent_t event, bool records, DescribedWork *out) {
  const std::shared_ptr<Event> found = findEvent(context, event);
  if (!found)
    return cudaErrorInvalidValue;
  *out = {records ? Work(RecordWork{found}) : Work(WaitWork{found}), {}};
  return cudaSuccess;
}

cudaError_t allocateWork(const Context &context, std::uintptr_t caller, cudaMemAllocNodeParams *parameters,
                         DescribedWork *out) {
  if (!parameters || parameters->poolProps.allocType != cudaMemAllocationTypePinned ||
      parameters->poolProps.location.type != cudaMemLocationTypeDevice)
    return cudaErrorInvalidValue;
  const int device = parameters->poolProps.location.id;
  if (!context.process.hasDevice(device))
    return cudaErrorInvalidDevice;
  AllocateWork work{nullptr, parameters->bytesize};
  if (Status status = allocateForGraph(context, caller, device, work.bytes, &work.memory))
    return errorOf(status);
  parameters->dptr = work.memory.get();
  *out = {std::move(work), *parameters};
  return cudaSuccess;
}

cudaError_t freeWork(const Context &context, void *memory, DescribedWork *out) {
  const std::optional<Allocation> allocation = context.memory().findBase(memory);
  if (!allocation || !allocation->of_graph)
    return cudaErrorInvalidValue;
  *out = {FreeWork{memory}, {}};
  return cudaSuccess;
}

cudaError_t conditionWork(cudaConditionalNodeParams *parameters, DescribedWork *out) {
  const std::optional<Condition> condition = findCondition(parameters->handle);
  const unsigned most = parameters->type == cudaGraphCondTypeIf ? 2 : parameters->type == cudaGraphCondTypeWhile ? 1 : UINT_MAX;
  if (!condition || parameters->size < 1 || parameters->size > most || parameters->type > cudaGraphCondTypeSwitch)
    return cudaErrorInvalidValue;
  ConditionWork work{*condition, static_cast<ConditionWork::Kind>(parameters->type), {}};
  // The program reads it as long as the node lives.
  auto handles = std::make_shared<std::vector<cudaGraph_t>>();
  for (unsigned body = 0; body < parameters->size; ++body) {
    work.bodies.push_back(std::make_shared<Graph>());
    handles->push_back(handleOf(*work.bodies.back()));
  }
  parameters->phGraph_out = handles->data();
  *out = {std::move(work), std::move(handles)};
  return cudaSuccess;
}

cudaError_t workOf(const Context &context, const cudaGraphNodeParams *parameters, DescribedWork *out) {
  if (!parameters)
    return cudaErrorInvalidValue;
  switch (parameters->type) {
  case cudaGraphNodeTypeKernel: {
    const cudaKernelNodeParams kernel = {parameters->kernel.func,         parameters->kernel.gridDim,
                                         parameters->kernel.blockDim,     parameters->kernel.sharedMemBytes,
                                         parameters->kernel.kernelParams, parameters->kernel.extra};
    return workOf(context, &kernel, out);
  }
  case cudaGraphNodeTypeMemcpy:
    return workOf(context, &parameters->memcpy.copyParams, out);
  case cudaGraphNodeTypeMemset: {
    const cudaMemsetParams memset = {parameters->memset.dst,   parameters->memset.pitch,
                                     parameters->memset.value, parameters->memset.elementSize,
                                     parameters->memset.width, parameters->memset.height};
    return workOf(context, &memset, out);
  }
  case cudaGraphNodeTypeHost: {
    const cudaHostNodeParams host = {parameters->host.fn, parameters->host.userData};
    return workOf(context, &host, out);
  }
  case cudaGraphNodeTypeGraph:
    return childWork(context, parameters->graph.graph, out);
  case cudaGraphNodeTypeEmpty:
    *out = {EmptyWork{}, {}};
    return cudaSuccess;
  case cudaGraphNodeTypeEventRecord:
    return eventWork(context, parameters->eventRecord.event, true, out);
  case cudaGraphNodeTypeWaitEvent:
    return eventWork(context, parameters->eventWait.event, false, out);
  case cudaGraphNodeTypeMemFree:
    return freeWork(context, parameters->free.dptr, out);
  case cudaGraphNodeTypeConditional:
    // Its graphs are told to the caller.
    return conditionWork(&const_cast<cudaGraphNodeParams *>(parameters)->conditional, out);
  case cudaGraphNodeTypeExtSemaphoreSignal: {
    const auto &[semaphores, uses, count] = parameters->extSemSignal;
    const cudaExternalSemaphoreSignalNodeParams signal = {semaphores, uses, count};
    return workOf(context, &signal, out);
  }
  case cudaGraphNodeTypeExtSemaphoreWait: {
    const auto &[semaphores, uses, count] = parameters->extSemWait;
    const cudaExternalSemaphoreWaitNodeParams wait = {semaphores, uses, count};
    return workOf(context, &wait, out);
  }
  default:
    return cudaErrorNotSupported;
  }
}

cudaGraphNodeType typeOf(const Work &work) {
  struct {
    cudaGraphNodeType operator()(const EmptyWork &) const { return cudaGraphNodeTypeEmpty; }
    cudaGraphNodeType operator()(const KernelWork &) const { return cudaGraphNodeTypeKernel; }
    cudaGraphNodeType operator()(const CopyWork &) const { return cudaGraphNodeTypeMemcpy; }
    cudaGraphNodeType operator()(const FillWork &) const { return cudaGraphNodeTypeMemset; }
    cudaGraphNodeType operator()(const HostWork &) const { return cudaGraphNodeTypeHost; }
    cudaGraphNodeType operator()(const ChildWork &) const { return cudaGraphNodeTypeGraph; }
    cudaGraphNodeType operator()(const RecordWork &) const { return cudaGraphNodeTypeEventRecord; }
    cudaGraphNodeType operator()(const WaitWork &) const { return cudaGraphNodeTypeWaitEvent; }
    cudaGraphNodeType operator()(const AllocateWork &) const { return cudaGraphNodeTypeMemAlloc; }
    cudaGraphNodeType operator()(const ConditionWork &) const { return cudaGraphNodeTypeConditional; }
    cudaGraphNodeType operator()(const FreeWork &) const { return cudaGraphNodeTypeMemFree; }
    cudaGraphNodeType operator()(const SignalWork &) const { return cudaGraphNodeTypeExtSemaphoreSignal; }
    cudaGraphNodeType operator()(const AwaitWork &) const { return cudaGraphNodeTypeExtSemaphoreWait; }
  } type;
  return std::visit(type, work);
}

} // namespace raddle::cudart
