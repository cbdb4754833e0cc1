// Graphs: device variables by name, owned C++ objects, and the signatures of CUDA 11.
#ifndef RADDLE_TEMPLATES_GRAPH_H
#define RADDLE_TEMPLATES_GRAPH_H

template <typename T>
inline cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                  const cudaGraphNode_t *pDependencies,
                                                  size_t numDependencies, const T &symbol, const void *src,
                                                  size_t count, size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies,
                                          raddle_symbol::address(symbol), src, count, offset, kind);
}

template <typename T>
inline cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                                    const cudaGraphNode_t *pDependencies,
                                                    size_t numDependencies, void *dst, const T &symbol,
                                                    size_t count, size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
                                            raddle_symbol::address(symbol), count, offset, kind);
}

template <typename T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol,
                                                        const void *src, size_t count, size_t offset,
                                                        cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, raddle_symbol::address(symbol), src, count, offset,
                                                kind);
}

template <typename T>
inline cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const T &symbol,
                                                          size_t count, size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, raddle_symbol::address(symbol), count, offset,
                                                  kind);
}

template <typename T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                                            const T &symbol, const void *src, size_t count,
                                                            size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(graphExec, node, raddle_symbol::address(symbol), src,
                                                    count, offset, kind);
}

template <typename T>
inline cudaError_t cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t graphExec, cudaGraphNode_t node,
                                                              void *dst, const T &symbol, size_t count,
                                                              size_t offset, cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(graphExec, node, dst, raddle_symbol::address(symbol),
                                                      count, offset, kind);
}

namespace raddle_graph {
template <typename T> inline void destroy(void *object) { delete static_cast<T *>(object); }
} // namespace raddle_graph

/// The object is deleted when the last reference to it is gone.
template <typename T>
inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *object_out, T *objectToWrap,
                                        unsigned int initialRefcount, unsigned int flags) {
  return ::cudaUserObjectCreate(object_out, objectToWrap, raddle_graph::destroy<T>, initialRefcount, flags);
}

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph,
                                        cudaGraphNode_t *pErrorNode, char *pLogBuffer, size_t bufferSize) {
  (void)pErrorNode;
  (void)pLogBuffer;
  (void)bufferSize;
  return ::cudaGraphInstantiate(pGraphExec, graph, 0);
}

inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                                       cudaGraphNode_t *hErrorNode_out,
                                       cudaGraphExecUpdateResult *updateResult_out) {
  cudaGraphExecUpdateResultInfo info;
  const cudaError_t error = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out)
    *hErrorNode_out = info.errorNode;
  if (updateResult_out)
    *updateResult_out = info.result;
  return error;
}

#endif
