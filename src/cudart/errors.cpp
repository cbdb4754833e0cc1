// What errors are called: cudaGetErrorName and cudaGetErrorString.
#include "cuda_runtime_api.h"

namespace {

constexpr const char *kUnrecognized = "unrecognized error code";

} // namespace

const char *cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(enumerator, text)                                                                         \
  case enumerator:                                                                                           \
    return #enumerator;
#include "abi/errors.def"
#undef CUDA_ERROR
  }
  return kUnrecognized;
}

const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(enumerator, text)                                                                         \
  case enumerator:                                                                                           \
    return text;
#include "abi/errors.def"
#undef CUDA_ERROR
  }
  return kUnrecognized;
}
