// What signals and waits of semaphores are to the host core.
#ifndef RADDLE_API_CUDART_MEMORY_SEMAPHORES_H
#define RADDLE_API_CUDART_MEMORY_SEMAPHORES_H

#include "cuda_runtime_api.h"

#include "host/graph/work.h"
#include "host/process/process.h"

#include <vector>

namespace raddle::cudart {

/// cudaErrorInvalidValue, cudaErrorInvalidResourceHandle: one of them is no semaphore.
cudaError_t semaphoreUses(const host::Context &context, const cudaExternalSemaphore_t *semaphores,
                          const cudaExternalSemaphoreSignalParams *parameters, unsigned count,
                          std::vector<host::SemaphoreUse> *uses);
cudaError_t semaphoreUses(const host::Context &context, const cudaExternalSemaphore_t *semaphores,
                          const cudaExternalSemaphoreWaitParams *parameters, unsigned count,
                          std::vector<host::SemaphoreUse> *uses);

} // namespace raddle::cudart

#endif
