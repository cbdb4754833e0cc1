// The way to the driver API.
#include "cuda.h"
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"

using namespace raddle::cudart;

static_assert(static_cast<int>(cudaDriverEntryPointSymbolNotFound) == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
static_assert(static_cast<int>(cudaDriverEntryPointVersionNotSufficent) ==
              CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **function, unsigned int version,
                                             unsigned long long flags,
                                             cudaDriverEntryPointQueryResult *status) {
  return onProcess([=](Process &) {
    // The flags say which default stream is meant, which the functions know by themselves.
    if (!symbol || !function || flags > cudaEnablePerThreadDefaultStream)
      return cudaErrorInvalidValue;
    auto found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (cuGetProcAddress(symbol, function, static_cast<int>(version), flags, &found) != CUDA_SUCCESS)
      return cudaErrorInvalidValue;
    if (status)
      *status = static_cast<cudaDriverEntryPointQueryResult>(found);
    return status || found == CU_GET_PROC_ADDRESS_SUCCESS ? cudaSuccess : cudaErrorSymbolNotFound;
  });
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult *status) {
  return cudaGetDriverEntryPointByVersion(symbol, function, CUDART_VERSION, flags, status);
}
