// Memory and semaphores of other interfaces and of other processes.
#include "cuda.h"

#include "api/cuda/runtime.h"

#include <bit>

using namespace raddle::cuda;

namespace {

// The driver's descriptions are the runtime's with reserved words at their end.
template <typename To, typename From> const To *prefixOf(const From *pointer) {
  static_assert(sizeof(To) <= sizeof(From));
  return reinterpret_cast<const To *>(pointer);
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuDestroyExternalMemory(CUexternalMemory memory) {
  return viaRuntime([=] {
    return cudaDestroyExternalMemory(reinterpret_cast<cudaExternalMemory_t>(memory));
  });
}

CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *semaphores,
                                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *parameters,
                                         unsigned count, CUstream stream) {
  return viaRuntime([=] {
    return cudaSignalExternalSemaphoresAsync(sameLayout<const cudaExternalSemaphore_t>(semaphores),
                                             sameLayout<const cudaExternalSemaphoreSignalParams>(parameters),
                                             count, stream);
  });
}

CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *semaphores,
                                       const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *parameters, unsigned count,
                                       CUstream stream) {
  return viaRuntime([=] {
    return cudaWaitExternalSemaphoresAsync(sameLayout<const cudaExternalSemaphore_t>(semaphores),
                                           sameLayout<const cudaExternalSemaphoreWaitParams>(parameters),
                                           count, stream);
  });
}

CUresult cuDestroyExternalSemaphore(CUexternalSemaphore semaphore) {
  return viaRuntime([=] {
    return cudaDestroyExternalSemaphore(reinterpret_cast<cudaExternalSemaphore_t>(semaphore));
  });
}

CUresult cuIpcGetEventHandle(CUipcEventHandle *handle, CUevent event) {
  return viaRuntime([=] { return cudaIpcGetEventHandle(sameLayout<cudaIpcEventHandle_t>(handle), event); });
}

CUresult cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr pointer) {
  return viaRuntime([=] {
    return cudaIpcGetMemHandle(sameLayout<cudaIpcMemHandle_t>(handle), pointerOf(pointer));
  });
}

CUresult cuIpcCloseMemHandle(CUdeviceptr pointer) {
  return viaRuntime([=] { return cudaIpcCloseMemHandle(pointerOf(pointer)); });
}

CUresult cuImportExternalMemory(CUexternalMemory *memory, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *description) {
  return viaRuntime([=] {
    return cudaImportExternalMemory(sameLayout<cudaExternalMemory_t>(memory),
                                    prefixOf<cudaExternalMemoryHandleDesc>(description));
  });
}

CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *pointer, CUexternalMemory memory,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *description) {
  return viaRuntime([=] {
    return cudaExternalMemoryGetMappedBuffer(reinterpret_cast<void **>(pointer),
                                             reinterpret_cast<cudaExternalMemory_t>(memory),
                                             prefixOf<cudaExternalMemoryBufferDesc>(description));
  });
}

CUresult cuImportExternalSemaphore(CUexternalSemaphore *semaphore,
                                   const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *description) {
  return viaRuntime([=] {
    return cudaImportExternalSemaphore(sameLayout<cudaExternalSemaphore_t>(semaphore),
                                       prefixOf<cudaExternalSemaphoreHandleDesc>(description));
  });
}

CUresult cuIpcOpenEventHandle(CUevent *event, CUipcEventHandle handle) {
  return viaRuntime([=] { return cudaIpcOpenEventHandle(event, std::bit_cast<cudaIpcEventHandle_t>(handle)); });
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *pointer, CUipcMemHandle handle, unsigned flags) {
  return viaRuntime([=] {
    return cudaIpcOpenMemHandle(reinterpret_cast<void **>(pointer), std::bit_cast<cudaIpcMemHandle_t>(handle),
                                flags);
  });
}

} // extern "C"
#pragma GCC visibility pop
