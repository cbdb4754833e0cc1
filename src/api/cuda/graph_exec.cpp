// Graphs that are ready for launches.
#include "cuda.h"

#include "api/cuda/graph_parameters.h"

using namespace raddle::cuda;

#pragma GCC visibility push(default)
extern "C" {

CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags) {
  return viaRuntime([=] { return cudaGraphInstantiateWithFlags(exec, graph, flags); });
}

CUresult cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph,
                                      CUDA_GRAPH_INSTANTIATE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphInstantiateWithParams(exec, graph, sameLayout<cudaGraphInstantiateParams>(parameters));
  });
}

CUresult cuGraphExecGetFlags(CUgraphExec exec, cuuint64_t *flags) {
  return viaRuntime([=] { return cudaGraphExecGetFlags(exec, sameLayout<unsigned long long>(flags)); });
}

CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) {
  return viaRuntime([=] { return cudaGraphUpload(exec, stream); });
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream) {
  return viaRuntime([=] { return cudaGraphLaunch(exec, stream); });
}

CUresult cuGraphExecDestroy(CUgraphExec exec) {
  return viaRuntime([=] { return cudaGraphExecDestroy(exec); });
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext) {
  return viaRuntime([=] {
    return cudaGraphExecMemsetNodeSetParams(exec, node, sameLayout<const cudaMemsetParams>(parameters));
  });
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                      const CUDA_HOST_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphExecHostNodeSetParams(exec, node, sameLayout<const cudaHostNodeParams>(parameters));
  });
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraph child) {
  return viaRuntime([=] { return cudaGraphExecChildGraphNodeSetParams(exec, node, child); });
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event) {
  return viaRuntime([=] { return cudaGraphExecEventRecordNodeSetEvent(exec, node, event); });
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec exec, CUgraphNode node, CUevent event) {
  return viaRuntime([=] { return cudaGraphExecEventWaitNodeSetEvent(exec, node, event); });
}

CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                          const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, node,
                                                              sameLayout<const cudaExternalSemaphoreSignalNodeParams>(parameters));
  });
}

CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                                        const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters) {
  return viaRuntime([=] {
    return cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, node,
                                                            sameLayout<const cudaExternalSemaphoreWaitNodeParams>(parameters));
  });
}

CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node, unsigned enabled) {
  return viaRuntime([=] { return cudaGraphNodeSetEnabled(exec, node, enabled); });
}

CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node, unsigned *enabled) {
  return viaRuntime([=] { return cudaGraphNodeGetEnabled(exec, node, enabled); });
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphExecUpdateResultInfo *result) {
  return viaRuntime([=] {
    return cudaGraphExecUpdate(exec, graph, sameLayout<cudaGraphExecUpdateResultInfo>(result));
  });
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS *parameters) {
  return withKernel(parameters, [=](const cudaKernelNodeParams &kernel) {
    return cudaGraphExecKernelNodeSetParams(exec, node, &kernel);
  });
}

CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy, CUcontext) {
  return withVolume(copy, [=](const cudaMemcpy3DParms &volume) {
    return cudaGraphExecMemcpyNodeSetParams(exec, node, &volume);
  });
}

CUresult cuGraphExecNodeSetParams(CUgraphExec exec, CUgraphNode node, CUgraphNodeParams *parameters) {
  return withNode(parameters,
                  [=](cudaGraphNodeParams &any) { return cudaGraphExecNodeSetParams(exec, node, &any); });
}

} // extern "C"
#pragma GCC visibility pop
