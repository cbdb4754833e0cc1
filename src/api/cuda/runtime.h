// The way from a function of the driver API to one of the runtime API that does the same, and differs in nothing but the names of
// types. A function stands here where that would otherwise be written twice.
#ifndef RADDLE_API_CUDA_RUNTIME_H
#define RADDLE_API_CUDA_RUNTIME_H

#include "cuda_runtime_api.h"

#include "api/cuda/call.h"

namespace raddle::cuda {

/// The result that this API has for an error of the runtime API.
inline CUresult resultOf(cudaError_t error) {
  switch (error) {
  case cudaErrorInvalidConfiguration:
  case cudaErrorInvalidPitchValue:
  case cudaErrorInvalidChannelDescriptor:
  case cudaErrorInvalidMemcpyDirection:
  case cudaErrorInvalidDevicePointer:
    return CUDA_ERROR_INVALID_VALUE;
  case cudaErrorInvalidSymbol:
    return CUDA_ERROR_NOT_FOUND;
  case cudaErrorInvalidDeviceFunction:
    return CUDA_ERROR_INVALID_HANDLE;
  default: // the others have the same numbers
    return static_cast<CUresult>(error);
  }
}

/// Calls `call()`, which answers a cudaError_t, in the current context. The calling thread's last error is as before.
template <typename Call> CUresult viaRuntime(Call call) {
  return onDevice([&](const Context &) {
    const cudaError_t before = cudaPeekAtLastError();
    const cudaError_t error = call();
    if (error != cudaSuccess && before == cudaSuccess)
      static_cast<void>(cudaGetLastError());
    return resultOf(error);
  });
}

/// The types that both APIs name differently.
inline cudaArray_t runtimeHandle(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }
inline cudaMipmappedArray_t runtimeHandle(CUmipmappedArray mipmap) {
  return reinterpret_cast<cudaMipmappedArray_t>(mipmap);
}
template <typename To, typename From> To *sameLayout(From *pointer) {
  static_assert(sizeof(To) == sizeof(From));
  return reinterpret_cast<To *>(pointer);
}

} // namespace raddle::cuda

#endif
