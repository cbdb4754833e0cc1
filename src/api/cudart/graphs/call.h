// Frames of the functions about graphs.
#ifndef RADDLE_API_CUDART_GRAPHS_CALL_H
#define RADDLE_API_CUDART_GRAPHS_CALL_H

#include "api/cudart/graphs/work.h"

#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace raddle::cudart {

/// Runs `body(context, graph)`. cudaErrorInvalidValue: there is no such graph.
template <typename Body> cudaError_t onGraph(cudaGraph_t handle, Body body) {
  return onDevice([&](const Context &context) {
    const std::shared_ptr<host::Graph> graph = host::findGraph(handle);
    return graph ? body(context, *graph) : cudaErrorInvalidValue;
  });
}

/// The same for a node.
template <typename Body> cudaError_t onNode(cudaGraphNode_t handle, Body body) {
  return onDevice([&](const Context &context) {
    host::Node *const node = host::findNode(handle);
    return node ? body(context, *node) : cudaErrorInvalidValue;
  });
}

/// Runs `body(context, node, work)` for a node of that kind.
template <typename Kind, typename Body> cudaError_t onWork(cudaGraphNode_t handle, Body body) {
  return onNode(handle, [&](const Context &context, host::Node &node) {
    auto *const work = std::get_if<Kind>(&node.work);
    return work ? body(context, node, *work) : cudaErrorInvalidValue;
  });
}

/// The same for a graph that is ready for launches.
template <typename Body> cudaError_t onExec(cudaGraphExec_t handle, Body body) {
  return onDevice([&](const Context &context) {
    const std::shared_ptr<host::GraphExec> exec = context.process.graphs.findExec(handle);
    return exec ? body(context, *exec) : cudaErrorInvalidValue;
  });
}

/// The nodes of an array of handles; none when one of them is no node.
inline std::optional<std::vector<host::Node *>> nodesOf(const cudaGraphNode_t *handles, std::size_t count) {
  std::vector<host::Node *> nodes;
  if (count != 0 && !handles)
    return std::nullopt;
  for (const cudaGraphNode_t handle : std::span(handles, count)) {
    host::Node *const node = host::findNode(handle);
    if (!node)
      return std::nullopt;
    nodes.push_back(node);
  }
  return nodes;
}

} // namespace raddle::cudart

#endif
