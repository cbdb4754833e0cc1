// Capturing the work of streams as graphs.
#include "api/cudart/graphs/call.h"

#include "check/live_objects.h"
#include "host/requests/capture.h"

#include <utility>

using namespace raddle::cudart;
using raddle::host::Capture;
using raddle::host::CaptureMode;
using raddle::host::Graph;
using raddle::host::Node;
using raddle::host::Stream;

namespace {

bool isMode(cudaStreamCaptureMode mode) {
  return mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed;
}

template <typename Body> cudaError_t onStream(cudaStream_t handle, Body body) {
  return onDevice([&](const Context &context) {
    const std::shared_ptr<Stream> stream = findStream(context, handle);
    return stream ? body(context, *stream) : cudaErrorInvalidResourceHandle;
  });
}

cudaStreamCaptureStatus statusOf(const Capture *capture) {
  return !capture           ? cudaStreamCaptureStatusNone
         : capture->invalid ? cudaStreamCaptureStatusInvalidated
                            : cudaStreamCaptureStatusActive;
}

cudaError_t info(cudaStream_t handle, cudaStreamCaptureStatus *status, unsigned long long *id,
                 cudaGraph_t *graph, const cudaGraphNode_t **dependencies, std::size_t *count) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    if (!status)
      return cudaErrorInvalidValue;
    const std::shared_ptr<Capture> capture = captureOf(context, stream);
    if (!capture) {
      if (waitsForCaptures(context, stream))
        return errorOf(refuseImplicit(context));
      *status = cudaStreamCaptureStatusNone;
      return cudaSuccess;
    }
    std::lock_guard lock(capture->mutex);
    *status = statusOf(capture.get());
    if (capture->invalid)
      return cudaSuccess;
    if (id)
      *id = capture->id;
    if (graph)
      *graph = handleOf(*capture->graph);
    // The array lives until the stream captures more.
    thread_local std::vector<cudaGraphNode_t> last;
    last.clear();
    for (const Node *node : capture->ends[&stream])
      last.push_back(handleOf(*node));
    if (dependencies)
      *dependencies = last.data();
    if (count)
      *count = last.size();
    return cudaSuccess;
  });
}

cudaError_t setDependencies(cudaStream_t handle, cudaGraphNode_t *dependencies, std::size_t count,
                            unsigned flags) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    const std::shared_ptr<Capture> capture = captureOf(context, stream);
    if (!capture)
      return cudaErrorIllegalState;
    const auto nodes = nodesOf(dependencies, count);
    if (!nodes || flags > cudaStreamSetCaptureDependencies)
      return cudaErrorInvalidValue;
    std::lock_guard lock(capture->mutex);
    if (capture->invalid)
      return cudaErrorStreamCaptureInvalidated;
    std::vector<Node *> &last = capture->ends[&stream];
    if (flags == cudaStreamSetCaptureDependencies)
      last.clear();
    for (Node *const node : *nodes)
      if (std::find(last.begin(), last.end(), node) == last.end())
        last.push_back(node);
    return cudaSuccess;
  });
}

} // namespace

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, cudaStreamCaptureMode mode) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    if (!isMode(mode))
      return cudaErrorInvalidValue;
    return errorOf(beginCapture(context, stream, static_cast<CaptureMode>(mode), nullptr, {}));
  });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t handle, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *,
                                          size_t count, cudaStreamCaptureMode mode) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    const std::shared_ptr<Graph> found = raddle::host::findGraph(graph);
    const auto nodes = nodesOf(dependencies, count);
    if (!isMode(mode) || !found || !nodes)
      return cudaErrorInvalidValue;
    return errorOf(beginCapture(context, stream, static_cast<CaptureMode>(mode), found, *nodes));
  });
}

static bool capturesIntoGiven(const Context &context, const Stream &stream) {
  const std::shared_ptr<raddle::host::Capture> capture = captureOf(context, stream);
  return capture && capture->graph_was_given;
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onStream(handle, [=](const Context &context, Stream &stream) {
    // Who captures into a graph of theirs has that already.
    if (!graph && !capturesIntoGiven(context, stream))
      return cudaErrorInvalidValue;
    const bool is_given = capturesIntoGiven(context, stream);
    if (graph)
      *graph = nullptr;
    std::shared_ptr<Graph> captured;
    if (Status status = endCapture(context, stream, &captured))
      return errorOf(status);
    if (graph)
      *graph = handleOf(*captured);
    if (is_given)
      return cudaSuccess;
    context.process.graphs.add(std::move(captured));
    raddle::check::noteMade(*graph, raddle::check::Rule::kLeakGraph, context.device.id(), 0, caller);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
  return info(stream, status, nullptr, nullptr, nullptr, nullptr);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies, size_t *count) {
  return info(stream, status, id, graph, dependencies, count);
}

cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, cudaStreamCaptureStatus *status,
                                        unsigned long long *id, cudaGraph_t *graph,
                                        const cudaGraphNode_t **dependencies, const cudaGraphEdgeData **edges,
                                        size_t *count) {
  // All edges are of the default kind, which no data says.
  if (edges)
    *edges = nullptr;
  return info(stream, status, id, graph, dependencies, count);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                size_t count, unsigned int flags) {
  return setDependencies(stream, dependencies, count, flags);
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                   const cudaGraphEdgeData *, size_t count,
                                                   unsigned int flags) {
  return setDependencies(stream, dependencies, count, flags);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) {
  return onProcess([=](Process &) {
    if (!mode || !isMode(*mode))
      return cudaErrorInvalidValue;
    *mode = static_cast<cudaStreamCaptureMode>(
        std::exchange(hostThread().capture_mode, static_cast<CaptureMode>(*mode)));
    return cudaSuccess;
  });
}
