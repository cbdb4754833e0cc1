#include "api/cuda/graph_parameters.h"

#include <bit>

namespace raddle::cuda {

cudaKernelNodeParams kernelOf(const CUDA_KERNEL_NODE_PARAMS &given) {
  cudaKernelNodeParams kernel = {};
  // A kernel of a library has the same handle.
  kernel.func = given.func ? static_cast<void *>(given.func) : static_cast<void *>(given.kern);
  kernel.gridDim = {given.gridDimX, given.gridDimY, given.gridDimZ};
  kernel.blockDim = {given.blockDimX, given.blockDimY, given.blockDimZ};
  kernel.sharedMemBytes = given.sharedMemBytes;
  kernel.kernelParams = given.kernelParams;
  kernel.extra = given.extra;
  return kernel;
}

CUDA_KERNEL_NODE_PARAMS parametersOf(const cudaKernelNodeParams &kernel) {
  CUDA_KERNEL_NODE_PARAMS result = {};
  result.func = static_cast<CUfunction>(kernel.func);
  result.gridDimX = kernel.gridDim.x;
  result.gridDimY = kernel.gridDim.y;
  result.gridDimZ = kernel.gridDim.z;
  result.blockDimX = kernel.blockDim.x;
  result.blockDimY = kernel.blockDim.y;
  result.blockDimZ = kernel.blockDim.z;
  result.sharedMemBytes = kernel.sharedMemBytes;
  result.kernelParams = kernel.kernelParams;
  result.extra = kernel.extra;
  return result;
}

cudaError_t nodeOf(const CUgraphNodeParams &given, cudaGraphNodeParams *node) {
  node->type = static_cast<cudaGraphNodeType>(given.type);
  switch (given.type) {
  case CU_GRAPH_NODE_TYPE_KERNEL: {
    const cudaKernelNodeParams kernel = kernelOf(given.kernel);
    node->kernel = {kernel.func,           kernel.gridDim,      kernel.blockDim,
                    kernel.sharedMemBytes, kernel.kernelParams, kernel.extra};
    return cudaSuccess;
  }
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return given.memcpy.flags == 0 ? volumeOf(given.memcpy.copyParams, &node->memcpy.copyParams)
                                   : cudaErrorInvalidValue;
  case CU_GRAPH_NODE_TYPE_MEMSET: {
    const auto &fill = given.memset;
    node->memset = {pointerOf(fill.dst), fill.pitch, fill.value, fill.elementSize, fill.width, fill.height};
    return cudaSuccess;
  }
  case CU_GRAPH_NODE_TYPE_HOST:
    node->host = {given.host.fn, given.host.userData};
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_GRAPH:
    node->graph.graph = given.graph.graph;
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_EMPTY:
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    node->eventWait.event = given.eventWait.event;
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    node->eventRecord.event = given.eventRecord.event;
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    node->extSemSignal = std::bit_cast<cudaExternalSemaphoreSignalNodeParamsV2>(given.extSemSignal);
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    node->extSemWait = std::bit_cast<cudaExternalSemaphoreWaitNodeParamsV2>(given.extSemWait);
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    node->alloc = std::bit_cast<cudaMemAllocNodeParamsV2>(given.alloc);
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    node->free.dptr = pointerOf(given.free.dptr);
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    node->conditional.handle = given.conditional.handle;
    node->conditional.type = static_cast<cudaGraphConditionalNodeType>(given.conditional.type);
    node->conditional.size = given.conditional.size;
    return cudaSuccess;
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return cudaErrorNotSupported;
  }
  return cudaErrorInvalidValue;
}

void takeResults(const cudaGraphNodeParams &node, CUgraphNodeParams *parameters) {
  if (parameters->type == CU_GRAPH_NODE_TYPE_MEM_ALLOC)
    parameters->alloc.dptr = reinterpret_cast<CUdeviceptr>(node.alloc.dptr);
  if (parameters->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
    parameters->conditional.phGraph_out = node.conditional.phGraph_out;
}

} // namespace raddle::cuda
