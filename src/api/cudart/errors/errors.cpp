#include "api/cudart/errors/errors.h"

namespace {

constexpr const char *kUnrecognized = "unrecognized error code";

} // namespace

namespace raddle::cudart {

const char *nameOf(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(enumerator, text)                                                                         \
  case enumerator:                                                                                           \
    return #enumerator;
#include "abi/errors.def"
#undef CUDA_ERROR
  }
  return kUnrecognized;
}

const char *meaningOf(cudaError_t error) {
  switch (error) {
#define CUDA_ERROR(enumerator, text)                                                                         \
  case enumerator:                                                                                           \
    return text;
#include "abi/errors.def"
#undef CUDA_ERROR
  }
  return kUnrecognized;
}

} // namespace raddle::cudart
