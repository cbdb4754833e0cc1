// The parameters of graphs' nodes in the runtime API's terms.
#ifndef RADDLE_API_CUDA_GRAPH_PARAMETERS_H
#define RADDLE_API_CUDA_GRAPH_PARAMETERS_H

#include "api/cuda/volume.h"

namespace raddle::cuda {

cudaKernelNodeParams kernelOf(const CUDA_KERNEL_NODE_PARAMS &parameters);
CUDA_KERNEL_NODE_PARAMS parametersOf(const cudaKernelNodeParams &kernel);

/// The parameters of a node of any kind. cudaErrorInvalidValue, cudaErrorNotSupported: waits for numbers in memory.
cudaError_t nodeOf(const CUgraphNodeParams &parameters, cudaGraphNodeParams *node);
/// What adding a node has stored in its parameters.
void takeResults(const cudaGraphNodeParams &node, CUgraphNodeParams *parameters);

/// Calls `call(runtime's parameters)`, which answers a cudaError_t.
template <typename Call> CUresult withKernel(const CUDA_KERNEL_NODE_PARAMS *parameters, Call call) {
  return viaRuntime([=] { return parameters ? call(kernelOf(*parameters)) : cudaErrorInvalidValue; });
}
template <typename Call> CUresult withVolume(const CUDA_MEMCPY3D *copy, Call call) {
  return viaRuntime([=] {
    cudaMemcpy3DParms volume = {};
    const cudaError_t error = copy ? volumeOf(*copy, &volume) : cudaErrorInvalidValue;
    return error ? error : call(volume);
  });
}
template <typename Call> CUresult withNode(CUgraphNodeParams *parameters, Call call) {
  return viaRuntime([=] {
    cudaGraphNodeParams node = {};
    if (!parameters)
      return cudaErrorInvalidValue;
    if (cudaError_t error = nodeOf(*parameters, &node))
      return error;
    const cudaError_t error = call(node);
    if (error == cudaSuccess)
      takeResults(node, parameters);
    return error;
  });
}

} // namespace raddle::cuda

#endif
