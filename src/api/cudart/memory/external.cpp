// Memory and semaphores of other interfaces, by descriptors of files.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/errors/unsupported.h"
#include "api/cudart/memory/semaphores.h"
#include "host/requests/external.h"

#include <memory>
#include <utility>
#include <vector>

using namespace raddle::cudart;
using raddle::host::AwaitWork;
using raddle::host::ExternalSemaphore;
using raddle::host::SemaphoreUse;
using raddle::host::SignalWork;
using raddle::host::Stream;

namespace {

template <typename Parameters>
cudaError_t usesOf(const Context &context, const cudaExternalSemaphore_t *semaphores,
                   const Parameters *parameters, unsigned count, std::vector<SemaphoreUse> *uses) {
  if (count != 0 && (!semaphores || !parameters))
    return cudaErrorInvalidValue;
  for (unsigned i = 0; i < count; ++i) {
    std::shared_ptr<ExternalSemaphore> found = findSemaphore(context, semaphores[i]);
    if (!found)
      return cudaErrorInvalidResourceHandle;
    uses->push_back({std::move(found), parameters[i].params.fence.value});
  }
  return cudaSuccess;
}

template <typename Work, typename Parameters>
cudaError_t use(const cudaExternalSemaphore_t *semaphores, const Parameters *parameters, unsigned count,
                cudaStream_t handle) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<Stream> stream = findStream(context, handle);
    if (!stream)
      return cudaErrorInvalidResourceHandle;
    Work work;
    if (cudaError_t error = usesOf(context, semaphores, parameters, count, &work.uses))
      return error;
    return errorOf(useSemaphores(context, *stream, std::move(work)));
  });
}

} // namespace

namespace raddle::cudart {

cudaError_t semaphoreUses(const Context &context, const cudaExternalSemaphore_t *semaphores,
                          const cudaExternalSemaphoreSignalParams *parameters, unsigned count,
                          std::vector<SemaphoreUse> *uses) {
  return usesOf(context, semaphores, parameters, count, uses);
}

cudaError_t semaphoreUses(const Context &context, const cudaExternalSemaphore_t *semaphores,
                          const cudaExternalSemaphoreWaitParams *parameters, unsigned count,
                          std::vector<SemaphoreUse> *uses) {
  return usesOf(context, semaphores, parameters, count, uses);
}

} // namespace raddle::cudart

cudaError_t cudaImportExternalMemory(cudaExternalMemory_t *memory,
                                     const cudaExternalMemoryHandleDesc *description) {
  return onDevice([=](const Context &context) {
    if (!memory || !description)
      return cudaErrorInvalidValue;
    if (description->type != cudaExternalMemoryHandleTypeOpaqueFd)
      return refused("external memory that is no file descriptor",
                     "other handles are those of Windows, Direct3D and NvSci");
    const void *handle = nullptr;
    if (Status status = importMemory(context, description->handle.fd, description->size, &handle))
      return errorOf(status);
    *memory = static_cast<cudaExternalMemory_t>(const_cast<void *>(handle));
    return cudaSuccess;
  });
}

cudaError_t cudaExternalMemoryGetMappedBuffer(void **pointer, cudaExternalMemory_t memory,
                                              const cudaExternalMemoryBufferDesc *description) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!pointer || !description || description->flags != 0)
      return cudaErrorInvalidValue;
    return errorOf(mapMemory(context, caller, memory, description->offset, description->size, pointer));
  });
}

cudaError_t cudaDestroyExternalMemory(cudaExternalMemory_t memory) {
  return onDevice([=](const Context &context) { return errorOf(destroyMemory(context, memory)); });
}

cudaError_t cudaImportExternalSemaphore(cudaExternalSemaphore_t *semaphore,
                                        const cudaExternalSemaphoreHandleDesc *description) {
  return onDevice([=](const Context &context) {
    if (!semaphore || !description || description->flags != 0)
      return cudaErrorInvalidValue;
    const bool is_timeline = description->type == cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    if (!is_timeline && description->type != cudaExternalSemaphoreHandleTypeOpaqueFd)
      return refused("an external semaphore that is no file descriptor",
                     "other handles are those of Windows, Direct3D and NvSci");
    const void *handle = nullptr;
    if (Status status = importSemaphore(
            context, is_timeline ? ExternalSemaphore::Kind::kTimeline : ExternalSemaphore::Kind::kBinary,
            description->handle.fd, &handle))
      return errorOf(status);
    *semaphore = static_cast<cudaExternalSemaphore_t>(const_cast<void *>(handle));
    return cudaSuccess;
  });
}

cudaError_t cudaSignalExternalSemaphoresAsync(const cudaExternalSemaphore_t *semaphores,
                                              const cudaExternalSemaphoreSignalParams *parameters,
                                              unsigned int count, cudaStream_t stream) {
  return use<SignalWork>(semaphores, parameters, count, stream);
}

cudaError_t cudaWaitExternalSemaphoresAsync(const cudaExternalSemaphore_t *semaphores,
                                            const cudaExternalSemaphoreWaitParams *parameters,
                                            unsigned int count, cudaStream_t stream) {
  return use<AwaitWork>(semaphores, parameters, count, stream);
}

cudaError_t cudaDestroyExternalSemaphore(cudaExternalSemaphore_t semaphore) {
  return onDevice([=](const Context &context) {
    return destroySemaphore(context, semaphore) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}
