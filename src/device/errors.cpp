// What errors are called, as in src/api/cudart/errors/errors.cpp, for device code.
#include "raddle/types/error.h"

namespace {

constexpr const char *kUnrecognized = "unrecognized error code";

} // namespace

extern "C" const char *cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(enumerator, text)                                                                         \
  case enumerator:                                                                                           \
    return #enumerator;
#include "abi/errors.def"
#undef CUDA_ERROR
  }
  return kUnrecognized;
}

extern "C" const char *cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(enumerator, text)                                                                         \
  case enumerator:                                                                                           \
    return text;
#include "abi/errors.def"
#undef CUDA_ERROR
  }
  return kUnrecognized;
}
