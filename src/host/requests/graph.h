// Making graphs ready for launches, and launching them.
#ifndef RADDLE_HOST_REQUESTS_GRAPH_H
#define RADDLE_HOST_REQUESTS_GRAPH_H

#include "host/process/process.h"

#include <memory>

namespace raddle::host {

/// kInvalidValue: nodes wait for each other in a circle.
Status instantiate(const Context &context, const Graph &graph, unsigned long long flags,
                   std::shared_ptr<GraphExec> *out);

/// Each launch waits for the last one of the same `exec`. kCaptureUnsupported: the stream captures, and graphs are no work that
/// can be captured (to add one to another graph, there are children).
Status launchGraph(const Context &context, GraphExec &exec, Stream &stream);

/// Why a graph cannot take the place of the one that `exec` was made of, and the node of it that is at fault.
enum class Update { kSuccess, kTopologyChanged, kKindChanged, kFunctionChanged };
Update updateExec(GraphExec &exec, const Graph &graph, const Node **fault);

} // namespace raddle::host

#endif
