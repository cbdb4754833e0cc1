// Names that the headers of CUDA 12 map functions to. Raddle's have no need of them: there is only one meaning here.
#include "cuda_runtime_api.h"

#undef cudaGetDeviceProperties_v2
#undef cudaStreamGetCaptureInfo_v2

#pragma GCC visibility push(default)
extern "C" {

cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t, cudaStreamCaptureStatus *, unsigned long long *,
                                          cudaGraph_t *, const cudaGraphNode_t **, size_t *);
cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(const cudaExternalSemaphore_t *,
                                                   const cudaExternalSemaphoreSignalParams *, unsigned,
                                                   cudaStream_t);
cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(const cudaExternalSemaphore_t *,
                                                 const cudaExternalSemaphoreWaitParams *, unsigned, cudaStream_t);

// OTHER_NAME(name, (parameters), meaning, (arguments))
#define OTHER_NAME(name, parameters, meaning, arguments)                                                     \
  cudaError_t name parameters { return meaning arguments; }

OTHER_NAME(cudaGetDeviceProperties_v2, (cudaDeviceProp * properties, int device), cudaGetDeviceProperties,
           (properties, device))
OTHER_NAME(cudaStreamGetCaptureInfo_v2,
           (cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph,
            const cudaGraphNode_t **dependencies, size_t *count),
           cudaStreamGetCaptureInfo, (stream, status, id, graph, dependencies, count))
OTHER_NAME(cudaStreamGetCaptureInfo_v2_ptsz,
           (cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id, cudaGraph_t *graph,
            const cudaGraphNode_t **dependencies, size_t *count),
           cudaStreamGetCaptureInfo_ptsz, (stream, status, id, graph, dependencies, count))
OTHER_NAME(cudaSignalExternalSemaphoresAsync_v2,
           (const cudaExternalSemaphore_t *semaphores, const cudaExternalSemaphoreSignalParams *parameters,
            unsigned count, cudaStream_t stream),
           cudaSignalExternalSemaphoresAsync, (semaphores, parameters, count, stream))
OTHER_NAME(cudaSignalExternalSemaphoresAsync_v2_ptsz,
           (const cudaExternalSemaphore_t *semaphores, const cudaExternalSemaphoreSignalParams *parameters,
            unsigned count, cudaStream_t stream),
           cudaSignalExternalSemaphoresAsync_ptsz, (semaphores, parameters, count, stream))
OTHER_NAME(cudaWaitExternalSemaphoresAsync_v2,
           (const cudaExternalSemaphore_t *semaphores, const cudaExternalSemaphoreWaitParams *parameters,
            unsigned count, cudaStream_t stream),
           cudaWaitExternalSemaphoresAsync, (semaphores, parameters, count, stream))
OTHER_NAME(cudaWaitExternalSemaphoresAsync_v2_ptsz,
           (const cudaExternalSemaphore_t *semaphores, const cudaExternalSemaphoreWaitParams *parameters,
            unsigned count, cudaStream_t stream),
           cudaWaitExternalSemaphoresAsync_ptsz, (semaphores, parameters, count, stream))

} // extern "C"
#pragma GCC visibility pop
