// Graphs that are ready for launches.
#include "api/cudart/graphs/call.h"

#include "check/live_objects.h"
#include "host/requests/graph.h"

#include <algorithm>
#include <variant>

using namespace raddle::cudart;
using raddle::host::Graph;
using raddle::host::GraphExec;
using raddle::host::Node;
using raddle::host::Update;

namespace {

constexpr unsigned long long kKnownFlags = cudaGraphInstantiateFlagAutoFreeOnLaunch |
                                           cudaGraphInstantiateFlagUpload |
                                           cudaGraphInstantiateFlagDeviceLaunch |
                                           cudaGraphInstantiateFlagUseNodePriority;

// Kernels launch graphs of kernels, copies and fills.
bool isForKernels(const Graph &graph) {
  return !graph.nodes().empty() && std::ranges::all_of(graph.nodes(), [](const auto &node) {
    if (const auto *child = std::get_if<raddle::host::ChildWork>(&node->work))
      return isForKernels(*child->graph);
    const cudaGraphNodeType type = typeOf(node->work);
    return type == cudaGraphNodeTypeKernel || type == cudaGraphNodeTypeMemcpy || type == cudaGraphNodeTypeMemset ||
           type == cudaGraphNodeTypeEmpty;
  });
}

cudaError_t makeExec(std::uintptr_t caller, cudaGraphExec_t *exec, cudaGraph_t handle,
                     unsigned long long flags) {
  return onGraph(handle, [=](const Context &context, Graph &graph) {
    const bool for_kernels = (flags & cudaGraphInstantiateFlagDeviceLaunch) != 0;
    if (!exec || (flags & ~kKnownFlags) != 0)
      return cudaErrorInvalidValue;
    if (for_kernels && (flags & cudaGraphInstantiateFlagAutoFreeOnLaunch))
      return cudaErrorInvalidValue;
    if (for_kernels && !isForKernels(graph))
      return cudaErrorNotSupported;
    std::shared_ptr<GraphExec> made;
    if (Status status = raddle::host::instantiate(context, graph, flags, for_kernels, &made))
      return errorOf(status);
    made->is_uploaded = (flags & cudaGraphInstantiateFlagUpload) != 0;
    *exec = handleOf(*context.process.graphs.add(std::move(made)));
    raddle::check::noteMade(*exec, raddle::check::Rule::kLeakGraph, context.device.id(), 0, caller);
    return cudaSuccess;
  });
}

// Without a stream to upload in, that flag is refused.
cudaError_t makeWithFlags(std::uintptr_t caller, cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
  if (flags & cudaGraphInstantiateFlagUpload)
    return recordError(cudaErrorInvalidValue);
  return makeExec(caller, exec, graph, flags);
}

// Runs `body(exec, step)` for the step that was made of the node.
template <typename Body> cudaError_t onStep(cudaGraphExec_t handle, cudaGraphNode_t node, Body body) {
  return onExec(handle, [&](const Context &context, GraphExec &exec) {
    std::lock_guard lock(exec.mutex);
    GraphExec::Step *const step = node ? exec.find(reinterpret_cast<const Node *>(node)) : nullptr;
    return step ? body(context, *step) : cudaErrorInvalidValue;
  });
}

// When the host changes a node that kernels may change, too, the changes that kernels have made are lost.
void tellKernels(const GraphExec::Step &step) {
  const auto *kernel = std::get_if<raddle::host::KernelWork>(&step.work);
  if (kernel && kernel->updatable)
    kernel->updatable->begin(kernel->launch, step.enabled);
}

// New work of the same kind for launches that follow.
template <typename Describe>
cudaError_t change(cudaGraphExec_t exec, cudaGraphNode_t node, Describe describe) {
  return onStep(exec, node, [&](const Context &context, GraphExec::Step &step) {
    DescribedWork described;
    if (cudaError_t error = describe(context, &described))
      return error;
    if (described.work.index() != step.work.index())
      return cudaErrorInvalidValue;
    raddle::host::replaceWork(step.work, std::move(described.work));
    tellKernels(step);
    return cudaSuccess;
  });
}

template <typename Parameters>
cudaError_t changeFrom(cudaGraphExec_t exec, cudaGraphNode_t node, const Parameters *parameters) {
  return change(exec, node,
                [=](const Context &context, DescribedWork *out) { return workOf(context, parameters, out); });
}

cudaGraphExecUpdateResult resultOf(Update update) {
  switch (update) {
  case Update::kTopologyChanged:
    return cudaGraphExecUpdateErrorTopologyChanged;
  case Update::kKindChanged:
    return cudaGraphExecUpdateErrorNodeTypeChanged;
  case Update::kFunctionChanged:
    return cudaGraphExecUpdateErrorFunctionChanged;
  case Update::kNotSupported:
    return cudaGraphExecUpdateErrorNotSupported;
  default:
    return cudaGraphExecUpdateSuccess;
  }
}

} // namespace

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
  return makeWithFlags(RADDLE_CALLER, exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return makeWithFlags(RADDLE_CALLER, exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph,
                                           cudaGraphInstantiateParams *parameters) {
  if (!parameters)
    return recordError(cudaErrorInvalidValue);
  const cudaError_t error = makeExec(RADDLE_CALLER, exec, graph, parameters->flags);
  parameters->errNode_out = nullptr;
  parameters->result_out = error == cudaSuccess             ? cudaGraphInstantiateSuccess
                           : error == cudaErrorNotSupported ? cudaGraphInstantiateNodeOperationNotSupported
                                                            : cudaGraphInstantiateInvalidStructure;
  return error;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t handle, unsigned long long *flags) {
  return onExec(handle, [=](const Context &, GraphExec &exec) {
    if (!flags)
      return cudaErrorInvalidValue;
    *flags = exec.flags & ~static_cast<unsigned long long>(cudaGraphInstantiateFlagUpload);
    return cudaSuccess;
  });
}

// There is nowhere to carry it to.
cudaError_t cudaGraphUpload(cudaGraphExec_t handle, cudaStream_t stream) {
  return onExec(handle, [=](const Context &context, GraphExec &exec) {
    if (!findStream(context, stream))
      return cudaErrorInvalidResourceHandle;
    exec.is_uploaded = true;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t handle, cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<GraphExec> exec = context.process.graphs.findExec(handle);
    if (!exec)
      return cudaErrorInvalidValue;
    const std::shared_ptr<raddle::host::Stream> found = findStream(context, stream);
    return found ? errorOf(raddle::host::launchGraph(context, exec, *found)) : cudaErrorInvalidResourceHandle;
  });
}

// What is running keeps what it needs.
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t handle) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!context.process.graphs.removeExec(handle))
      return cudaErrorInvalidValue;
    raddle::check::noteGone(handle, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t handle, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
  return onExec(handle, [=](const Context &context, GraphExec &exec) {
    const std::shared_ptr<Graph> found = raddle::host::findGraph(graph);
    if (!found || !info)
      return cudaErrorInvalidValue;
    const Node *fault = nullptr;
    const Update update = raddle::host::updateExec(exec, *found, &fault);
    *info = {resultOf(update), fault ? handleOf(*fault) : nullptr, nullptr};
    return update == Update::kSuccess ? cudaSuccess : cudaErrorGraphExecUpdateFailure;
  });
}

cudaError_t cudaGraphExecNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                       cudaGraphNodeParams *parameters) {
  return changeFrom(exec, node, parameters);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams *parameters) {
  return changeFrom(exec, node, parameters);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms *parameters) {
  return changeFrom(exec, node, parameters);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst,
                                               const void *src, size_t bytes, cudaMemcpyKind kind) {
  return change(exec, node, [=](const Context &context, DescribedWork *out) {
    return linearCopyWork(context, dst, src, bytes, kind, out);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                     const void *symbol, const void *src, size_t bytes,
                                                     size_t offset, cudaMemcpyKind kind) {
  return change(exec, node, [=](const Context &context, DescribedWork *out) {
    return symbolCopyWork(context, true, symbol, src, bytes, offset, kind, out);
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t exec, cudaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t bytes, size_t offset,
                                                       cudaMemcpyKind kind) {
  return change(exec, node, [=](const Context &context, DescribedWork *out) {
    return symbolCopyWork(context, false, symbol, dst, bytes, offset, kind, out);
  });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams *parameters) {
  return changeFrom(exec, node, parameters);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams *parameters) {
  return changeFrom(exec, node, parameters);
}

// The nodes of the child are steps of their own: each gets the work of its counterpart.
cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t handle, cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  return onExec(handle, [=](const Context &context, GraphExec &exec) {
    const Node *const parent = raddle::host::findNode(node);
    const auto *known = parent ? std::get_if<raddle::host::ChildWork>(&parent->work) : nullptr;
    const std::shared_ptr<Graph> graph = raddle::host::findGraph(child);
    if (!known || !graph || known->graph->nodes().size() != graph->nodes().size())
      return cudaErrorInvalidValue;
    std::lock_guard lock(exec.mutex);
    for (std::size_t i = 0; i < graph->nodes().size(); ++i) {
      GraphExec::Step *const step = exec.find(known->graph->nodes()[i].get());
      if (!step || step->work.index() != graph->nodes()[i]->work.index())
        return cudaErrorInvalidValue;
    }
    for (std::size_t i = 0; i < graph->nodes().size(); ++i)
      exec.find(known->graph->nodes()[i].get())->work = graph->nodes()[i]->work;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecEventRecordNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 cudaEvent_t event) {
  return change(exec, node, [=](const Context &context, DescribedWork *out) {
    return eventWork(context, event, true, out);
  });
}

cudaError_t cudaGraphExecEventWaitNodeSetEvent(cudaGraphExec_t exec, cudaGraphNode_t node,
                                               cudaEvent_t event) {
  return change(exec, node, [=](const Context &context, DescribedWork *out) {
    return eventWork(context, event, false, out);
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int enabled) {
  return onStep(exec, node, [=](const Context &, GraphExec::Step &step) {
    const cudaGraphNodeType type = typeOf(step.work);
    if (type != cudaGraphNodeTypeKernel && type != cudaGraphNodeTypeMemset && type != cudaGraphNodeTypeMemcpy)
      return cudaErrorInvalidValue;
    step.enabled = enabled != 0;
    tellKernels(step);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned int *enabled) {
  return onStep(exec, node, [=](const Context &, GraphExec::Step &step) {
    if (!enabled)
      return cudaErrorInvalidValue;
    *enabled = step.enabled;
    return cudaSuccess;
  });
}
