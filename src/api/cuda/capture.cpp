// Making graphs of the work of streams, and attributes of streams.
#include "cuda.h"

#include "api/cuda/runtime.h"

using namespace raddle::cuda;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode) {
  return viaRuntime([=] { return cudaStreamBeginCapture(stream, static_cast<cudaStreamCaptureMode>(mode)); });
}

CUresult cuStreamBeginCaptureToGraph(CUstream stream, CUgraph graph, const CUgraphNode *dependencies,
                                     const CUgraphEdgeData *edges, size_t count, CUstreamCaptureMode mode) {
  return viaRuntime([=] {
    return cudaStreamBeginCaptureToGraph(stream, graph, dependencies,
                                         sameLayout<const cudaGraphEdgeData>(edges), count,
                                         static_cast<cudaStreamCaptureMode>(mode));
  });
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) {
  return viaRuntime([=] { return cudaStreamEndCapture(stream, graph); });
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
  return viaRuntime([=] {
    return cudaThreadExchangeStreamCaptureMode(sameLayout<cudaStreamCaptureMode>(mode));
  });
}

CUresult cuStreamGetCaptureInfo_v3(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                   CUgraph *graph, const CUgraphNode **dependencies,
                                   const CUgraphEdgeData **edges, size_t *count) {
  return viaRuntime([=] {
    return cudaStreamGetCaptureInfo_v3(stream, sameLayout<cudaStreamCaptureStatus>(status),
                                       sameLayout<unsigned long long>(id), graph, dependencies,
                                       reinterpret_cast<const cudaGraphEdgeData **>(edges), count);
  });
}

CUresult cuStreamUpdateCaptureDependencies(CUstream stream, CUgraphNode *dependencies, size_t count,
                                           unsigned flags) {
  return viaRuntime([=] { return cudaStreamUpdateCaptureDependencies(stream, dependencies, count, flags); });
}

CUresult cuStreamUpdateCaptureDependencies_v2(CUstream stream, CUgraphNode *dependencies,
                                              const CUgraphEdgeData *edges, size_t count, unsigned flags) {
  return viaRuntime([=] {
    return cudaStreamUpdateCaptureDependencies_v2(stream, dependencies,
                                                  sameLayout<const cudaGraphEdgeData>(edges), count, flags);
  });
}

CUresult cuStreamCopyAttributes(CUstream target, CUstream source) {
  return viaRuntime([=] { return cudaStreamCopyAttributes(target, source); });
}

CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value) {
  return viaRuntime([=] {
    return cudaStreamGetAttribute(stream, static_cast<cudaLaunchAttributeID>(attribute),
                                  sameLayout<cudaLaunchAttributeValue>(value));
  });
}

CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute, const CUstreamAttrValue *value) {
  return viaRuntime([=] {
    return cudaStreamSetAttribute(stream, static_cast<cudaLaunchAttributeID>(attribute),
                                  sameLayout<const cudaLaunchAttributeValue>(value));
  });
}

} // extern "C"
#pragma GCC visibility pop
