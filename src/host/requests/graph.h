// Making graphs ready for launches, and launching them.
#ifndef RADDLE_HOST_REQUESTS_GRAPH_H
#define RADDLE_HOST_REQUESTS_GRAPH_H

#include "host/process/process.h"

#include <memory>

namespace raddle::host {

/// `for_kernels`: kernels may launch it, too. kInvalidValue: nodes wait for each other in a circle.
Status instantiate(const Context &context, const Graph &graph, unsigned long long flags, bool for_kernels,
                   std::shared_ptr<GraphExec> *out);

/// Whether the node's kernel is still there, whose module may have been unloaded.
bool isLoaded(const KernelWork &work);

/// Each launch waits for the last one of the same `exec`. kCaptureUnsupported: the stream captures, and graphs are no work that
/// can be captured (to add one to another graph, there are children). kInvalidHandle: the module of a kernel is gone.
Status launchGraph(const Context &context, const std::shared_ptr<GraphExec> &exec, Stream &stream);

/// What kernels of a graph do, which `caller` is the launch of: null, or without effect, elsewhere.
enum class GraphStream { kTail, kFireAndForget, kFireAndForgetAsSibling };
/// kInvalidValue: it is not for kernels, not uploaded, or runs already. kOutOfResources: too many have been launched.
/// kInvalidHandle: as launchGraph().
Status launchGraphFromDevice(const std::shared_ptr<backend::LaunchedGraph> &caller,
                             const std::shared_ptr<GraphExec> &exec, GraphStream stream);
/// kInvalidValue: it is no condition of the graph.
Status setCondition(const std::shared_ptr<backend::LaunchedGraph> &caller, std::uint64_t condition,
                    unsigned value);
/// The graph that is running, where kernels may launch it; else null.
std::shared_ptr<GraphExec> currentGraph(const std::shared_ptr<backend::LaunchedGraph> &caller);

/// Why a graph cannot take the place of the one that `exec` was made of, and the node of it that is at fault.
/// kNotSupported: kernels may change nodes of one of them.
enum class Update { kSuccess, kTopologyChanged, kKindChanged, kFunctionChanged, kNotSupported };
Update updateExec(GraphExec &exec, const Graph &graph, const Node **fault);

} // namespace raddle::host

#endif
