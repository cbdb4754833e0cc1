// Holds src/api/cudart/api.def against the definitions: what is `missing` gets one that says so
// and answers cudaErrorNotSupported; what is `implemented` is referred to, so that the linker insists on one. The
// declarations in the headers must agree with the rows, or this file does not compile.
#include "cuda_profiler_api.h"
#include "cuda_runtime_api.h"

#include "api/cudart/errors/last_error.h"
#include "api/shared/unsupported.h"

#include <fmt/format.h>
#include <string_view>

namespace raddle::cudart {

namespace {

std::string_view reasonFor(std::string_view function) {
#define REASON(part, sentence)                                                                               \
  if (function.find(part) != std::string_view::npos)                                                         \
    return sentence;
#include "api/cudart/errors/reasons.def"
#undef REASON
  return {};
}

} // namespace

static cudaError_t refuseUnsupported(const char *function) {
  setLastError(cudaErrorNotSupported);
  api::tellUnsupported(fmt::format("{}()", function), "cudaErrorNotSupported", reasonFor(function));
  return cudaErrorNotSupported;
}

} // namespace raddle::cudart

#define DEFINE_missing(type, name, parameters)                                                               \
  extern "C" type name parameters { return raddle::cudart::refuseUnsupported(#name); }

#define DEFINE_implemented(type, name, parameters)                                                           \
  extern "C" type name parameters;                                                                           \
  namespace {                                                                                                \
  [[gnu::used]] constexpr auto *kDefinitionOf_##name = &name;                                                \
  }

// Parameters are named for the reader of the table, and some have the names of C functions.
#pragma GCC diagnostic ignored "-Wshadow"

#define CUDA_FUNCTION(status, area, since, type, name, parameters, note)                                     \
  DEFINE_##status(type, name, parameters)
#include "api/cudart/api.def"
#undef CUDA_FUNCTION

// Those of other headers, which need headers of the graphics interfaces.
enum cudaGLDeviceList : unsigned;
#define INTEROP_FUNCTION(name, parameters)                                                                   \
  extern "C" __attribute__((visibility("default"))) cudaError_t name parameters {                            \
    return raddle::cudart::refuseUnsupported(#name);                                                         \
  }
#include "api/cudart/errors/interop.def"
#undef INTEROP_FUNCTION
