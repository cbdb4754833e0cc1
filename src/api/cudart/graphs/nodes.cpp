// Adding nodes to graphs; their parameters.
#include "api/cudart/graphs/call.h"
#include "host/requests/graph.h"

#include <variant>

using namespace raddle::cudart;
using raddle::host::AllocateWork;
using raddle::host::ChildWork;
using raddle::host::CopyWork;
using raddle::host::FillWork;
using raddle::host::FreeWork;
using raddle::host::Graph;
using raddle::host::HostWork;
using raddle::host::KernelWork;
using raddle::host::Node;
using raddle::host::RecordWork;
using raddle::host::WaitWork;

namespace {

// A node of what `describe(context, &work)` makes.
template <typename Describe>
cudaError_t add(cudaGraphNode_t *node, cudaGraph_t handle, const cudaGraphNode_t *dependencies,
                std::size_t count, Describe describe) {
  return onGraph(handle, [&](const Context &context, Graph &graph) {
    const auto known = nodesOf(dependencies, count);
    if (!node || !known)
      return cudaErrorInvalidValue;
    DescribedWork described;
    if (cudaError_t error = describe(context, &described))
      return error;
    Node *const added = graph.add(std::move(described.work), *known, std::move(described.description));
    if (!added)
      return cudaErrorInvalidValue;
    *node = handleOf(*added);
    return cudaSuccess;
  });
}

// Parameters of the call itself.
template <typename Parameters>
cudaError_t addFrom(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                    std::size_t count, const Parameters *parameters) {
  return add(node, graph, dependencies, count,
             [=](const Context &context, DescribedWork *out) { return workOf(context, parameters, out); });
}

// New work of the same kind.
template <typename Describe> cudaError_t change(cudaGraphNode_t handle, Describe describe) {
  return onNode(handle, [&](const Context &context, Node &node) {
    DescribedWork described;
    if (cudaError_t error = describe(context, &described))
      return error;
    if (described.work.index() != node.work.index())
      return cudaErrorInvalidValue;
    raddle::host::replaceWork(node.work, std::move(described.work));
    node.description = std::move(described.description);
    return cudaSuccess;
  });
}

template <typename Parameters> cudaError_t changeFrom(cudaGraphNode_t node, const Parameters *parameters) {
  return change(node,
                [=](const Context &context, DescribedWork *out) { return workOf(context, parameters, out); });
}

dim3 extent(const RaddleDim3 &dim) { return {dim.x, dim.y, dim.z}; }

// Nobody has given parameters of a copy that a stream captured.
cudaMemcpy3DParms parametersOf(const raddle::host::Copy &copy) {
  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = {copy.source.base, copy.source.pitch, copy.shape.width, copy.shape.height};
  parameters.dstPtr = {copy.destination.base, copy.destination.pitch, copy.shape.width, copy.shape.height};
  parameters.extent = {copy.shape.width, copy.shape.height, copy.shape.depth};
  parameters.kind = cudaMemcpyDefault;
  return parameters;
}

cudaMemsetParams parametersOf(const raddle::host::Fill &fill) {
  return {fill.region.base,
          fill.region.pitch,
          fill.value,
          fill.element_bytes,
          fill.shape.width / fill.element_bytes,
          fill.shape.height};
}

} // namespace

cudaError_t cudaGraphAddNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                             size_t count, cudaGraphNodeParams *parameters) {
  return addFrom(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphAddNode_v2(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
                                const cudaGraphEdgeData *, size_t count, cudaGraphNodeParams *parameters) {
  return addFrom(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphNodeSetParams(cudaGraphNode_t node, cudaGraphNodeParams *parameters) {
  return changeFrom(node, parameters);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const cudaKernelNodeParams *parameters) {
  return addFrom(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t handle, cudaKernelNodeParams *parameters) {
  return onWork<KernelWork>(handle, [=](const Context &, Node &node, const KernelWork &work) {
    if (!parameters)
      return cudaErrorInvalidValue;
    if (!raddle::host::isLoaded(work))
      return cudaErrorInvalidResourceHandle;
    const raddle::backend::Launch &launch = *work.launch;
    // The array of pointers lives as long as the node.
    std::vector<void *> pointers;
    auto *const packed = const_cast<std::byte *>(launch.parameters.get());
    for (const RaddleParameter &parameter : launch.function->parameters)
      pointers.push_back(packed + parameter.offset);
    node.description = std::move(pointers);
    *parameters = {const_cast<void *>(work.stub),
                   extent(launch.grid_dim),
                   extent(launch.block_dim),
                   launch.dynamic_shared_bytes,
                   std::any_cast<std::vector<void *>>(&node.description)->data(),
                   nullptr};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *parameters) {
  return changeFrom(node, parameters);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const cudaMemcpy3DParms *parameters) {
  return addFrom(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t count, void *dst,
                                     const void *src, size_t bytes, cudaMemcpyKind kind) {
  return add(node, graph, dependencies, count, [=](const Context &context, DescribedWork *out) {
    return linearCopyWork(context, dst, src, bytes, kind, out);
  });
}

cudaError_t cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                           const cudaGraphNode_t *dependencies, size_t count,
                                           const void *symbol, const void *src, size_t bytes, size_t offset,
                                           cudaMemcpyKind kind) {
  return add(node, graph, dependencies, count, [=](const Context &context, DescribedWork *out) {
    return symbolCopyWork(context, true, symbol, src, bytes, offset, kind, out);
  });
}

cudaError_t cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *node, cudaGraph_t graph,
                                             const cudaGraphNode_t *dependencies, size_t count, void *dst,
                                             const void *symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind) {
  return add(node, graph, dependencies, count, [=](const Context &context, DescribedWork *out) {
    return symbolCopyWork(context, false, symbol, dst, bytes, offset, kind, out);
  });
}

cudaError_t cudaGraphMemcpyNodeGetParams(cudaGraphNode_t handle, cudaMemcpy3DParms *parameters) {
  return onWork<CopyWork>(handle, [=](const Context &, Node &node, const CopyWork &work) {
    if (!parameters)
      return cudaErrorInvalidValue;
    const auto *given = std::any_cast<cudaMemcpy3DParms>(&node.description);
    *parameters = given ? *given : parametersOf(work.copy);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms *parameters) {
  return changeFrom(node, parameters);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *dst, const void *src, size_t bytes,
                                           cudaMemcpyKind kind) {
  return change(node, [=](const Context &context, DescribedWork *out) {
    return linearCopyWork(context, dst, src, bytes, kind, out);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const void *symbol, const void *src,
                                                 size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return change(node, [=](const Context &context, DescribedWork *out) {
    return symbolCopyWork(context, true, symbol, src, bytes, offset, kind, out);
  });
}

cudaError_t cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const void *symbol,
                                                   size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return change(node, [=](const Context &context, DescribedWork *out) {
    return symbolCopyWork(context, false, symbol, dst, bytes, offset, kind, out);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *dependencies, size_t count,
                                   const cudaMemsetParams *parameters) {
  return addFrom(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t handle, cudaMemsetParams *parameters) {
  return onWork<FillWork>(handle, [=](const Context &, Node &node, const FillWork &work) {
    if (!parameters)
      return cudaErrorInvalidValue;
    const auto *given = std::any_cast<cudaMemsetParams>(&node.description);
    *parameters = given ? *given : parametersOf(work.fill);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams *parameters) {
  return changeFrom(node, parameters);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *dependencies, size_t count,
                                 const cudaHostNodeParams *parameters) {
  return addFrom(node, graph, dependencies, count, parameters);
}

cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t handle, cudaHostNodeParams *parameters) {
  return onWork<HostWork>(handle, [=](const Context &, Node &, const HostWork &work) {
    if (!parameters)
      return cudaErrorInvalidValue;
    *parameters = {work.function, work.data};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams *parameters) {
  return changeFrom(node, parameters);
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *dependencies, size_t count, cudaGraph_t child) {
  return add(node, graph, dependencies, count,
             [=](const Context &context, DescribedWork *out) { return childWork(context, child, out); });
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t handle, cudaGraph_t *graph) {
  return onWork<ChildWork>(handle, [=](const Context &, Node &, const ChildWork &work) {
    if (!graph)
      return cudaErrorInvalidValue;
    *graph = handleOf(*work.graph);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *dependencies, size_t count) {
  return add(node, graph, dependencies, count, [](const Context &, DescribedWork *) { return cudaSuccess; });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                        const cudaGraphNode_t *dependencies, size_t count,
                                        cudaEvent_t event) {
  return add(node, graph, dependencies, count, [=](const Context &context, DescribedWork *out) {
    return eventWork(context, event, true, out);
  });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                      const cudaGraphNode_t *dependencies, size_t count, cudaEvent_t event) {
  return add(node, graph, dependencies, count, [=](const Context &context, DescribedWork *out) {
    return eventWork(context, event, false, out);
  });
}

cudaError_t cudaGraphEventRecordNodeGetEvent(cudaGraphNode_t handle, cudaEvent_t *event) {
  return onWork<RecordWork>(handle, [=](const Context &, Node &, const RecordWork &work) {
    if (!event)
      return cudaErrorInvalidValue;
    *event = handleOf(*work.event);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphEventWaitNodeGetEvent(cudaGraphNode_t handle, cudaEvent_t *event) {
  return onWork<WaitWork>(handle, [=](const Context &, Node &, const WaitWork &work) {
    if (!event)
      return cudaErrorInvalidValue;
    *event = handleOf(*work.event);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphEventRecordNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change(
      node, [=](const Context &context, DescribedWork *out) { return eventWork(context, event, true, out); });
}

cudaError_t cudaGraphEventWaitNodeSetEvent(cudaGraphNode_t node, cudaEvent_t event) {
  return change(node, [=](const Context &context, DescribedWork *out) {
    return eventWork(context, event, false, out);
  });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *dependencies, size_t count,
                                     cudaMemAllocNodeParams *parameters) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return add(node, graph, dependencies, count, [=](const Context &context, DescribedWork *out) {
    return allocateWork(context, caller, parameters, out);
  });
}

cudaError_t cudaGraphMemAllocNodeGetParams(cudaGraphNode_t handle, cudaMemAllocNodeParams *parameters) {
  return onWork<AllocateWork>(handle, [=](const Context &, Node &node, const AllocateWork &work) {
    if (!parameters)
      return cudaErrorInvalidValue;
    const auto *given = std::any_cast<cudaMemAllocNodeParams>(&node.description);
    *parameters = given ? *given : cudaMemAllocNodeParams{};
    parameters->bytesize = work.bytes;
    parameters->dptr = work.memory.get();
    return cudaSuccess;
  });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                    const cudaGraphNode_t *dependencies, size_t count, void *memory) {
  return add(node, graph, dependencies, count,
             [=](const Context &context, DescribedWork *out) { return freeWork(context, memory, out); });
}

cudaError_t cudaGraphMemFreeNodeGetParams(cudaGraphNode_t handle, void *memory) {
  return onWork<FreeWork>(handle, [=](const Context &, Node &, const FreeWork &work) {
    if (!memory)
      return cudaErrorInvalidValue;
    *static_cast<void **>(memory) = work.memory;
    return cudaSuccess;
  });
}

namespace {

// The attributes of the pool of graphs have other numbers.
std::optional<raddle::host::PoolAttribute> attributeOf(cudaGraphMemAttributeType attribute) {
  using raddle::host::PoolAttribute;
  switch (attribute) {
  case cudaGraphMemAttrUsedMemCurrent:
    return PoolAttribute::kUsedCurrent;
  case cudaGraphMemAttrUsedMemHigh:
    return PoolAttribute::kUsedHigh;
  case cudaGraphMemAttrReservedMemCurrent:
    return PoolAttribute::kReservedCurrent;
  case cudaGraphMemAttrReservedMemHigh:
    return PoolAttribute::kReservedHigh;
  }
  return std::nullopt;
}

// Runs `body(pool)` for the pool of the device's graphs.
template <typename Body> cudaError_t onGraphPool(int device, Body body) {
  return onProcess([&](Process &process) {
    return process.hasDevice(device) ? body(process.device(device).graphPool()) : cudaErrorInvalidDevice;
  });
}

} // namespace

cudaError_t cudaDeviceGraphMemTrim(int device) {
  return onGraphPool(device, [](raddle::host::MemoryPool &pool) {
    pool.trim(0);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void *value) {
  return onGraphPool(device, [=](raddle::host::MemoryPool &pool) {
    const auto known = attributeOf(attribute);
    return value && known ? errorOf(pool.attribute(*known, value)) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceSetGraphMemAttribute(int device, cudaGraphMemAttributeType attribute, void *value) {
  return onGraphPool(device, [=](raddle::host::MemoryPool &pool) {
    const auto known = attributeOf(attribute);
    return value && known ? errorOf(pool.setAttribute(*known, value)) : cudaErrorInvalidValue;
  });
}
