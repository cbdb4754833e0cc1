// Parameters of nodes as the runtime API has them, and the work of the host core.
#ifndef RADDLE_API_CUDART_GRAPHS_WORK_H
#define RADDLE_API_CUDART_GRAPHS_WORK_H

#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "host/graph/graph.h"

#include <any>
#include <cstddef>

namespace raddle::cudart {

/// A node's work, and what it was described by.
struct DescribedWork {
  host::Work work;
  std::any description;
};

/// Each checks its parameters as the call does that does the work at once.
cudaError_t workOf(const Context &context, const cudaKernelNodeParams *parameters, DescribedWork *out);
cudaError_t workOf(const Context &context, const cudaMemcpy3DParms *parameters, DescribedWork *out);
cudaError_t workOf(const Context &context, const cudaMemsetParams *parameters, DescribedWork *out);
cudaError_t workOf(const Context &context, const cudaHostNodeParams *parameters, DescribedWork *out);
cudaError_t workOf(const Context &context, const cudaExternalSemaphoreSignalNodeParams *parameters,
                   DescribedWork *out);
cudaError_t workOf(const Context &context, const cudaExternalSemaphoreWaitNodeParams *parameters,
                   DescribedWork *out);
cudaError_t linearCopyWork(const Context &context, void *destination, const void *source, std::size_t bytes,
                           cudaMemcpyKind kind, DescribedWork *out);
/// `symbol` is the destination when `to_symbol`.
cudaError_t symbolCopyWork(const Context &context, bool to_symbol, const void *symbol, const void *memory,
                           std::size_t bytes, std::size_t offset, cudaMemcpyKind kind, DescribedWork *out);
cudaError_t childWork(const Context &context, cudaGraph_t graph, DescribedWork *out);
cudaError_t eventWork(const Context &context, cudaEvent_t event, bool records, DescribedWork *out);
/// Writes the address into the parameters. For the call that returns to `caller` in the program.
cudaError_t allocateWork(const Context &context, std::uintptr_t caller, cudaMemAllocNodeParams *parameters,
                         DescribedWork *out);
cudaError_t freeWork(const Context &context, void *memory, DescribedWork *out);
/// Any of them but allocations.
cudaError_t workOf(const Context &context, const cudaGraphNodeParams *parameters, DescribedWork *out);

cudaGraphNodeType typeOf(const host::Work &work);

} // namespace raddle::cudart

#endif
