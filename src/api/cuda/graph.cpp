// Graphs: their nodes and edges, and the objects that they keep. They are the runtime API's, with other names.
#include "cuda.h"

#include "api/cuda/runtime.h"

using namespace raddle::cuda;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuGraphCreate(CUgraph *graph, unsigned flags) {
  return viaRuntime([=] { return cudaGraphCreate(graph, flags); });
}

CUresult cuGraphDestroy(CUgraph graph) {
  return viaRuntime([=] { return cudaGraphDestroy(graph); });
}

CUresult cuGraphClone(CUgraph *clone, CUgraph graph) {
  return viaRuntime([=] { return cudaGraphClone(clone, graph); });
}

CUresult cuGraphNodeFindInClone(CUgraphNode *node, CUgraphNode original, CUgraph clone) {
  return viaRuntime([=] { return cudaGraphNodeFindInClone(node, original, clone); });
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type) {
  return viaRuntime([=] { return cudaGraphNodeGetType(node, sameLayout<cudaGraphNodeType>(type)); });
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count) {
  return viaRuntime([=] { return cudaGraphGetNodes(graph, nodes, count); });
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count) {
  return viaRuntime([=] { return cudaGraphGetRootNodes(graph, nodes, count); });
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count) {
  return viaRuntime([=] { return cudaGraphGetEdges(graph, from, to, count); });
}

CUresult cuGraphGetEdges_v2(CUgraph graph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edges,
                            size_t *count) {
  return viaRuntime([=] {
    return cudaGraphGetEdges_v2(graph, from, to, sameLayout<cudaGraphEdgeData>(edges), count);
  });
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *dependencies, size_t *count) {
  return viaRuntime([=] { return cudaGraphNodeGetDependencies(node, dependencies, count); });
}

CUresult cuGraphNodeGetDependencies_v2(CUgraphNode node, CUgraphNode *dependencies, CUgraphEdgeData *edges,
                                       size_t *count) {
  return viaRuntime([=] {
    return cudaGraphNodeGetDependencies_v2(node, dependencies, sameLayout<cudaGraphEdgeData>(edges), count);
  });
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *dependents, size_t *count) {
  return viaRuntime([=] { return cudaGraphNodeGetDependentNodes(node, dependents, count); });
}

CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode node, CUgraphNode *dependents, CUgraphEdgeData *edges,
                                         size_t *count) {
  return viaRuntime([=] {
    return cudaGraphNodeGetDependentNodes_v2(node, dependents, sameLayout<cudaGraphEdgeData>(edges), count);
  });
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count) {
  return viaRuntime([=] { return cudaGraphAddDependencies(graph, from, to, count); });
}

CUresult cuGraphAddDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *edges, size_t count) {
  return viaRuntime([=] {
    return cudaGraphAddDependencies_v2(graph, from, to, sameLayout<const cudaGraphEdgeData>(edges), count);
  });
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   size_t count) {
  return viaRuntime([=] { return cudaGraphRemoveDependencies(graph, from, to, count); });
}

CUresult cuGraphRemoveDependencies_v2(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                      const CUgraphEdgeData *edges, size_t count) {
  return viaRuntime([=] {
    return cudaGraphRemoveDependencies_v2(graph, from, to, sameLayout<const cudaGraphEdgeData>(edges), count);
  });
}

CUresult cuGraphDestroyNode(CUgraphNode node) {
  return viaRuntime([=] { return cudaGraphDestroyNode(node); });
}

CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned flags) {
  return viaRuntime([=] { return cudaGraphDebugDotPrint(graph, path, flags); });
}

CUresult cuUserObjectCreate(CUuserObject *object, void *pointer, CUhostFn destroy, unsigned references,
                            unsigned flags) {
  return viaRuntime([=] { return cudaUserObjectCreate(object, pointer, destroy, references, flags); });
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned count) {
  return viaRuntime([=] { return cudaUserObjectRetain(object, count); });
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned count) {
  return viaRuntime([=] { return cudaUserObjectRelease(object, count); });
}

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned count, unsigned flags) {
  return viaRuntime([=] { return cudaGraphRetainUserObject(graph, object, count, flags); });
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned count) {
  return viaRuntime([=] { return cudaGraphReleaseUserObject(graph, object, count); });
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext,
                                        unsigned value, unsigned flags) {
  return viaRuntime([=] {
    return cudaGraphConditionalHandleCreate(sameLayout<cudaGraphConditionalHandle>(handle), graph, value,
                                            flags);
  });
}

CUresult cuDeviceGraphMemTrim(CUdevice device) {
  return viaRuntime([=] { return cudaDeviceGraphMemTrim(device); });
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value) {
  return viaRuntime([=] {
    return cudaDeviceGetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(attribute), value);
  });
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attribute, void *value) {
  return viaRuntime([=] {
    return cudaDeviceSetGraphMemAttribute(device, static_cast<cudaGraphMemAttributeType>(attribute), value);
  });
}

} // extern "C"
#pragma GCC visibility pop
