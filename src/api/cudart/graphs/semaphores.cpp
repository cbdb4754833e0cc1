// Nodes of graphs that signal semaphores of other interfaces, or wait for them.
#include "api/cudart/memory/semaphores.h"
#include "api/cudart/graphs/call.h"

#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

using namespace raddle::cudart;
using raddle::host::AwaitWork;
using raddle::host::Node;
using raddle::host::SignalWork;

namespace {

// The program may ask for what it has given; the arrays are the node's.
template <typename Parameters> struct Given {
  std::vector<cudaExternalSemaphore_t> semaphores;
  std::vector<Parameters> parameters;
};

template <typename Work, typename Parameters>
cudaError_t describeUses(const Context &context, const Parameters *parameters, DescribedWork *out) {
  if (!parameters)
    return cudaErrorInvalidValue;
  Work work;
  if (cudaError_t error = semaphoreUses(context, parameters->extSemArray, parameters->paramsArray,
                                        parameters->numExtSems, &work.uses))
    return error;
  const std::span semaphores(parameters->extSemArray, parameters->numExtSems);
  const std::span uses(parameters->paramsArray, parameters->numExtSems);
  using Use = std::remove_cv_t<typename decltype(uses)::element_type>;
  *out = {std::move(work), Given<Use>{{semaphores.begin(), semaphores.end()}, {uses.begin(), uses.end()}}};
  return cudaSuccess;
}

cudaGraphNodeParams nodeParameters(const cudaExternalSemaphoreSignalNodeParams &parameters) {
  cudaGraphNodeParams node = {};
  node.type = cudaGraphNodeTypeExtSemaphoreSignal;
  node.extSemSignal = {parameters.extSemArray, parameters.paramsArray, parameters.numExtSems};
  return node;
}

cudaGraphNodeParams nodeParameters(const cudaExternalSemaphoreWaitNodeParams &parameters) {
  cudaGraphNodeParams node = {};
  node.type = cudaGraphNodeTypeExtSemaphoreWait;
  node.extSemWait = {parameters.extSemArray, parameters.paramsArray, parameters.numExtSems};
  return node;
}

// Calls the function that takes parameters of all kinds of nodes.
template <typename Parameters, typename Call> cudaError_t with(const Parameters *parameters, Call call) {
  if (!parameters)
    return recordError(cudaErrorInvalidValue);
  cudaGraphNodeParams node = nodeParameters(*parameters);
  return call(&node);
}

template <typename Work, typename Use, typename Parameters>
cudaError_t parametersOf(cudaGraphNode_t handle, Parameters *parameters) {
  return onNode(handle, [=](const Context &, Node &node) {
    if (!parameters || !std::holds_alternative<Work>(node.work))
      return cudaErrorInvalidValue;
    // A stream that was captured has given none.
    auto *given = std::any_cast<Given<Use>>(&node.description);
    if (!given)
      return cudaErrorInvalidValue;
    *parameters = {given->semaphores.data(), given->parameters.data(),
                   static_cast<unsigned>(given->semaphores.size())};
    return cudaSuccess;
  });
}

} // namespace

namespace raddle::cudart {

cudaError_t workOf(const Context &context, const cudaExternalSemaphoreSignalNodeParams *parameters,
                   DescribedWork *out) {
  return describeUses<SignalWork>(context, parameters, out);
}

cudaError_t workOf(const Context &context, const cudaExternalSemaphoreWaitNodeParams *parameters,
                   DescribedWork *out) {
  return describeUses<AwaitWork>(context, parameters, out);
}

} // namespace raddle::cudart

cudaError_t
cudaGraphAddExternalSemaphoresSignalNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                         const cudaGraphNode_t *dependencies, size_t count,
                                         const cudaExternalSemaphoreSignalNodeParams *parameters) {
  return with(parameters, [=](cudaGraphNodeParams *general) {
    return cudaGraphAddNode(node, graph, dependencies, count, general);
  });
}

cudaError_t cudaGraphAddExternalSemaphoresWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                                   const cudaGraphNode_t *dependencies, size_t count,
                                                   const cudaExternalSemaphoreWaitNodeParams *parameters) {
  return with(parameters, [=](cudaGraphNodeParams *general) {
    return cudaGraphAddNode(node, graph, dependencies, count, general);
  });
}

cudaError_t
cudaGraphExternalSemaphoresSignalNodeGetParams(cudaGraphNode_t node,
                                               cudaExternalSemaphoreSignalNodeParams *parameters) {
  return parametersOf<SignalWork, cudaExternalSemaphoreSignalParams>(node, parameters);
}

cudaError_t cudaGraphExternalSemaphoresWaitNodeGetParams(cudaGraphNode_t node,
                                                         cudaExternalSemaphoreWaitNodeParams *parameters) {
  return parametersOf<AwaitWork, cudaExternalSemaphoreWaitParams>(node, parameters);
}

cudaError_t
cudaGraphExternalSemaphoresSignalNodeSetParams(cudaGraphNode_t node,
                                               const cudaExternalSemaphoreSignalNodeParams *parameters) {
  return with(parameters,
              [=](cudaGraphNodeParams *general) { return cudaGraphNodeSetParams(node, general); });
}

cudaError_t
cudaGraphExternalSemaphoresWaitNodeSetParams(cudaGraphNode_t node,
                                             const cudaExternalSemaphoreWaitNodeParams *parameters) {
  return with(parameters,
              [=](cudaGraphNodeParams *general) { return cudaGraphNodeSetParams(node, general); });
}

cudaError_t
cudaGraphExecExternalSemaphoresSignalNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                   const cudaExternalSemaphoreSignalNodeParams *parameters) {
  return with(parameters,
              [=](cudaGraphNodeParams *general) { return cudaGraphExecNodeSetParams(exec, node, general); });
}

cudaError_t
cudaGraphExecExternalSemaphoresWaitNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                                 const cudaExternalSemaphoreWaitNodeParams *parameters) {
  return with(parameters,
              [=](cudaGraphNodeParams *general) { return cudaGraphExecNodeSetParams(exec, node, general); });
}
