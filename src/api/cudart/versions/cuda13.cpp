// Functions that have another signature in CUDA 13 than in CUDA 12, and those that only CUDA 13 has.
#include "crt/host_runtime.h"
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/errors/last_error.h"
#include "api/cudart/errors/status.h"
#include "api/cudart/versions/symbol_version.h"
#include "api/shared/unsupported.h"

using namespace raddle::cudart;

namespace {

constexpr int kVersion = 13000; // 13.0

cudaError_t answerVersion(int *version) {
  if (!version)
    return recordError(cudaErrorInvalidValue);
  *version = kVersion;
  return cudaSuccess;
}

cudaError_t refuse(const char *name) {
  raddle::api::tellUnsupported(name, "cudaErrorNotSupported", "it is new in CUDA 13");
  return recordError(cudaErrorNotSupported);
}

// While it lives, stream 0 is the calling thread's own.
class PerThreadDefault {
public:
  PerThreadDefault() : before_(raddle::host::hostThread().default_is_per_thread) {
    raddle::host::hostThread().default_is_per_thread = true;
  }
  ~PerThreadDefault() { raddle::host::hostThread().default_is_per_thread = before_; }
  PerThreadDefault(const PerThreadDefault &) = delete;
  PerThreadDefault &operator=(const PerThreadDefault &) = delete;

private:
  const bool before_;
};

} // namespace

#pragma GCC visibility push(default)
extern "C" {

// FUNCTION(name, (parameters), newer, (arguments)): the name means what is called `newer` in CUDA 12.
#define FUNCTION(name, parameters, newer, arguments)                                                         \
  RADDLE_IN_CUDA_13(name);                                                                                   \
  cudaError_t cuda13_##name parameters { return newer arguments; }
// The same, and the twin with _ptsz.
#define STREAM_FUNCTION(name, parameters, newer, arguments)                                                  \
  FUNCTION(name, parameters, newer, arguments)                                                               \
  RADDLE_IN_CUDA_13(name##_ptsz);                                                                            \
  cudaError_t cuda13_##name##_ptsz parameters {                                                              \
    const PerThreadDefault scope;                                                                            \
    return newer arguments;                                                                                  \
  }

// The first call of a program that nvcc 13 has built.
RADDLE_IN_CUDA_13(__cudaRegisterFatBinary);
void **cuda13___cudaRegisterFatBinary(void *wrapper) {
  answerAsCuda13();
  return __cudaRegisterFatBinary(wrapper);
}

FUNCTION(cudaDriverGetVersion, (int *version), answerVersion, (version))
FUNCTION(cudaRuntimeGetVersion, (int *version), answerVersion, (version))

FUNCTION(cudaMemAdvise, (const void *pointer, size_t count, cudaMemoryAdvise advice, cudaMemLocation location),
         cudaMemAdvise_v2, (pointer, count, advice, location))
STREAM_FUNCTION(cudaMemPrefetchAsync,
                (const void *pointer, size_t count, cudaMemLocation location, unsigned flags,
                 cudaStream_t stream),
                cudaMemPrefetchAsync_v2, (pointer, count, location, flags, stream))
STREAM_FUNCTION(cudaMemcpyBatchAsync,
                (void **destinations, void **sources, size_t *sizes, size_t count,
                 cudaMemcpyAttributes *attributes, size_t *first_of_attributes, size_t attribute_count,
                 cudaStream_t stream),
                cudaMemcpyBatchAsync,
                (destinations, sources, sizes, count, attributes, first_of_attributes, attribute_count, nullptr,
                 stream))
STREAM_FUNCTION(cudaMemcpy3DBatchAsync,
                (size_t count, cudaMemcpy3DBatchOp *operations, unsigned long long flags, cudaStream_t stream),
                cudaMemcpy3DBatchAsync, (count, operations, nullptr, flags, stream))

STREAM_FUNCTION(cudaStreamGetCaptureInfo,
                (cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id,
                 cudaGraph_t *graph, const cudaGraphNode_t **dependencies, const cudaGraphEdgeData **edges,
                 size_t *count),
                cudaStreamGetCaptureInfo_v3, (stream, status, id, graph, dependencies, edges, count))
STREAM_FUNCTION(cudaStreamUpdateCaptureDependencies,
                (cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData *edges,
                 size_t count, unsigned flags),
                cudaStreamUpdateCaptureDependencies_v2, (stream, dependencies, edges, count, flags))

FUNCTION(cudaGraphGetEdges,
         (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edges,
          size_t *count),
         cudaGraphGetEdges_v2, (graph, from, to, edges, count))
FUNCTION(cudaGraphNodeGetDependencies,
         (cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count),
         cudaGraphNodeGetDependencies_v2, (node, nodes, edges, count))
FUNCTION(cudaGraphNodeGetDependentNodes,
         (cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *edges, size_t *count),
         cudaGraphNodeGetDependentNodes_v2, (node, nodes, edges, count))
FUNCTION(cudaGraphAddDependencies,
         (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
          const cudaGraphEdgeData *edges, size_t count),
         cudaGraphAddDependencies_v2, (graph, from, to, edges, count))
FUNCTION(cudaGraphRemoveDependencies,
         (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
          const cudaGraphEdgeData *edges, size_t count),
         cudaGraphRemoveDependencies_v2, (graph, from, to, edges, count))
FUNCTION(cudaGraphAddNode,
         (cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
          const cudaGraphEdgeData *edges, size_t count, cudaGraphNodeParams *parameters),
         cudaGraphAddNode_v2, (node, graph, dependencies, edges, count, parameters))

#define NEW_FUNCTION(name)                                                                                   \
  RADDLE_IN_CUDA_13(name);                                                                                   \
  cudaError_t cuda13_##name() { return refuse(#name); }
NEW_FUNCTION(cudaDeviceGetHostAtomicCapabilities)
NEW_FUNCTION(cudaDeviceGetP2PAtomicCapabilities)
NEW_FUNCTION(cudaLogsCurrent)
NEW_FUNCTION(cudaLogsDumpToFile)
NEW_FUNCTION(cudaLogsDumpToMemory)
NEW_FUNCTION(cudaLogsRegisterCallback)
NEW_FUNCTION(cudaLogsUnregisterCallback)
NEW_FUNCTION(cudaMemDiscardAndPrefetchBatchAsync)
NEW_FUNCTION(cudaMemDiscardAndPrefetchBatchAsync_ptsz)
NEW_FUNCTION(cudaMemDiscardBatchAsync)
NEW_FUNCTION(cudaMemDiscardBatchAsync_ptsz)
NEW_FUNCTION(cudaMemGetDefaultMemPool)
NEW_FUNCTION(cudaMemGetMemPool)
NEW_FUNCTION(cudaMemPrefetchBatchAsync)
NEW_FUNCTION(cudaMemPrefetchBatchAsync_ptsz)
NEW_FUNCTION(cudaMemSetMemPool)

} // extern "C"
#pragma GCC visibility pop
