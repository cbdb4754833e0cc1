// Nodes of graphs.
#include "cuda.h"

#include "api/cuda/graph_parameters.h"

using namespace raddle::cuda;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode target, CUgraphNode source) {
  return viaRuntime([=] { return cudaGraphKernelNodeCopyAttributes(target, source); });
}

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       CUkernelNodeAttrValue *value) {
  return viaRuntime([=] {
    return cudaGraphKernelNodeGetAttribute(node, static_cast<cudaLaunchAttributeID>(attribute),
                                           sameLayout<cudaLaunchAttributeValue>(value));
  });
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode node, CUkernelNodeAttrID attribute,
                                       const CUkernelNodeAttrValue *value) {
  return viaRuntime([=] {
    return cudaGraphKernelNodeSetAttribute(node, static_cast<cudaLaunchAttributeID>(attribute),
                                           sameLayout<const cudaLaunchAttributeValue>(value));
  });
}

CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext) {
  return viaRuntime([=] {
    return cudaGraphAddMemsetNode(node, graph, dependencies, count,
                                  sameLayout<const cudaMemsetParams>(parameters));
  });
}

CUresult cuGraphMemsetNodeGetParams(CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphMemsetNodeGetParams(node, sameLayout<cudaMemsetParams>(parameters));
  });
}

CUresult cuGraphMemsetNodeSetParams(CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphMemsetNodeSetParams(node, sameLayout<const cudaMemsetParams>(parameters));
  });
}

CUresult cuGraphAddHostNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                            const CUDA_HOST_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphAddHostNode(node, graph, dependencies, count,
                                sameLayout<const cudaHostNodeParams>(parameters));
  });
}

CUresult cuGraphHostNodeGetParams(CUgraphNode node, CUDA_HOST_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphHostNodeGetParams(node, sameLayout<cudaHostNodeParams>(parameters));
  });
}

CUresult cuGraphHostNodeSetParams(CUgraphNode node, const CUDA_HOST_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphHostNodeSetParams(node, sameLayout<const cudaHostNodeParams>(parameters));
  });
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                  size_t count, CUgraph child) {
  return viaRuntime([=] { return cudaGraphAddChildGraphNode(node, graph, dependencies, count, child); });
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *graph) {
  return viaRuntime([=] { return cudaGraphChildGraphNodeGetGraph(node, graph); });
}

CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                             size_t count) {
  return viaRuntime([=] { return cudaGraphAddEmptyNode(node, graph, dependencies, count); });
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                   size_t count, CUevent event) {
  return viaRuntime([=] { return cudaGraphAddEventRecordNode(node, graph, dependencies, count, event); });
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode node, CUevent *event) {
  return viaRuntime([=] { return cudaGraphEventRecordNodeGetEvent(node, event); });
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode node, CUevent event) {
  return viaRuntime([=] { return cudaGraphEventRecordNodeSetEvent(node, event); });
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                 size_t count, CUevent event) {
  return viaRuntime([=] { return cudaGraphAddEventWaitNode(node, graph, dependencies, count, event); });
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode node, CUevent *event) {
  return viaRuntime([=] { return cudaGraphEventWaitNodeGetEvent(node, event); });
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode node, CUevent event) {
  return viaRuntime([=] { return cudaGraphEventWaitNodeSetEvent(node, event); });
}

CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode *node, CUgraph graph,
                                                const CUgraphNode *dependencies, size_t count,
                                                const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphAddExternalSemaphoresSignalNode(node, graph, dependencies, count,
                                                    sameLayout<const cudaExternalSemaphoreSignalNodeParams>(parameters));
  });
}

CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode node,
                                                      CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphExternalSemaphoresSignalNodeGetParams(node,
                                                          sameLayout<cudaExternalSemaphoreSignalNodeParams>(parameters));
  });
}

CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode node,
                                                      const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphExternalSemaphoresSignalNodeSetParams(node,
                                                          sameLayout<const cudaExternalSemaphoreSignalNodeParams>(parameters));
  });
}

CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *node, CUgraph graph,
                                              const CUgraphNode *dependencies, size_t count,
                                              const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphAddExternalSemaphoresWaitNode(node, graph, dependencies, count,
                                                  sameLayout<const cudaExternalSemaphoreWaitNodeParams>(parameters));
  });
}

CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode node,
                                                    CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphExternalSemaphoresWaitNodeGetParams(node,
                                                        sameLayout<cudaExternalSemaphoreWaitNodeParams>(parameters));
  });
}

CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode node,
                                                    const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphExternalSemaphoresWaitNodeSetParams(node,
                                                        sameLayout<const cudaExternalSemaphoreWaitNodeParams>(parameters));
  });
}

CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                size_t count, CUDA_MEM_ALLOC_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphAddMemAllocNode(node, graph, dependencies, count,
                                    sameLayout<cudaMemAllocNodeParams>(parameters));
  });
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode node, CUDA_MEM_ALLOC_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphMemAllocNodeGetParams(node, sameLayout<cudaMemAllocNodeParams>(parameters));
  });
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                               size_t count, CUdeviceptr pointer) {
  return viaRuntime([=] {
    return cudaGraphAddMemFreeNode(node, graph, dependencies, count, pointerOf(pointer));
  });
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode node, CUdeviceptr *pointer) {
  return viaRuntime([=] { return cudaGraphMemFreeNodeGetParams(node, reinterpret_cast<void **>(pointer)); });
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS *parameters) {
  return withKernel(parameters, [=](const cudaKernelNodeParams &kernel) {
    return cudaGraphAddKernelNode(node, graph, dependencies, count, &kernel);
  });
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    cudaKernelNodeParams found = {};
    const cudaError_t error = parameters ? cudaGraphKernelNodeGetParams(node, &found) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
      *parameters = parametersOf(found);
    return error;
  });
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters) {
  return withKernel(parameters, [=](const cudaKernelNodeParams &kernel) {
    return cudaGraphKernelNodeSetParams(node, &kernel);
  });
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                              const CUDA_MEMCPY3D *copy, CUcontext) {
  return withVolume(copy, [=](const cudaMemcpy3DParms &volume) {
    return cudaGraphAddMemcpyNode(node, graph, dependencies, count, &volume);
  });
}

CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *copy) {
  return viaRuntime([=] {
    cudaMemcpy3DParms found = {};
    const cudaError_t error = copy ? cudaGraphMemcpyNodeGetParams(node, &found) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
      *copy = copyOf(found);
    return error;
  });
}

CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *copy) {
  return withVolume(copy, [=](const cudaMemcpy3DParms &volume) {
    return cudaGraphMemcpyNodeSetParams(node, &volume);
  });
}

CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t count,
                        CUgraphNodeParams *parameters) {
  return withNode(parameters, [=](cudaGraphNodeParams &any) {
    return cudaGraphAddNode(node, graph, dependencies, count, &any);
  });
}

CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                           const CUgraphEdgeData *edges, size_t count, CUgraphNodeParams *parameters) {
  return withNode(parameters, [=](cudaGraphNodeParams &any) {
    return cudaGraphAddNode_v2(node, graph, dependencies, sameLayout<const cudaGraphEdgeData>(edges), count, &any);
  });
}

CUresult cuGraphNodeSetParams(CUgraphNode node, CUgraphNodeParams *parameters) {
  return withNode(parameters, [=](cudaGraphNodeParams &any) { return cudaGraphNodeSetParams(node, &any); });
}

} // extern "C"
#pragma GCC visibility pop
