// The last error of each host thread, which cudaGetLastError and cudaPeekAtLastError answer.
#ifndef RADDLE_API_CUDART_ERRORS_LAST_ERROR_H
#define RADDLE_API_CUDART_ERRORS_LAST_ERROR_H

#include "driver_types.h"

namespace raddle::cudart {

cudaError_t recordFailure(cudaError_t error);

/// Remembers a failure, and nothing else.
void setLastError(cudaError_t error);

/// Remembers a failure of the calling host thread and returns it unchanged; success is not remembered. It counts
/// as unchecked until the program asks (unchecked_errors.h).
/// Every function of the API returns through here.
inline cudaError_t recordError(cudaError_t error) {
  return error == cudaSuccess ? error : recordFailure(error);
}

/// The last failure of the calling host thread, or cudaSuccess.
cudaError_t lastError();
void clearLastError();

} // namespace raddle::cudart

#endif
