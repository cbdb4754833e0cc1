// What functions that work otherwise refuse.
#ifndef RADDLE_API_CUDART_ERRORS_UNSUPPORTED_H
#define RADDLE_API_CUDART_ERRORS_UNSUPPORTED_H

#include "driver_types.h"

#include "api/shared/unsupported.h"

#include <string_view>

namespace raddle::cudart {

/// cudaErrorNotSupported, after it was said why.
inline cudaError_t refused(std::string_view what, std::string_view reason) {
  api::tellUnsupported(what, "cudaErrorNotSupported", reason);
  return cudaErrorNotSupported;
}

} // namespace raddle::cudart

#endif
