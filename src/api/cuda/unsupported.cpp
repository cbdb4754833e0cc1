// Holds driver_api.def against the definitions: what is `missing` gets one that says so and answers CUDA_ERROR_NOT_SUPPORTED; what
// is `implemented` is referred to by entry_points.cpp, so that the linker insists on one.
#include "cuda.h"

#include "api/cuda/call.h"
#include "api/shared/unsupported.h"

#include <fmt/format.h>
#include <string_view>

namespace raddle::cuda {

namespace {

std::string_view reasonFor(std::string_view function) {
#define REASON(part, sentence)                                                                               \
  if (function.find(part) != std::string_view::npos)                                                         \
    return sentence;
#include "api/cuda/reasons.def"
#undef REASON
  return {};
}

} // namespace

static CUresult refuseUnsupported(const char *function) {
  api::tellUnsupported(fmt::format("{}()", function), "CUDA_ERROR_NOT_SUPPORTED", reasonFor(function));
  return answer(CUDA_ERROR_NOT_SUPPORTED);
}

} // namespace raddle::cuda

#define DEFINE_missing(function, name, parameters)                                                           \
  extern "C" __attribute__((visibility("default"))) CUresult function parameters {                           \
    return raddle::cuda::refuseUnsupported(name);                                                            \
  }
#define DEFINE_implemented(function, name, parameters)

// Parameters are named for the reader of the table, and some have the names of C functions.
#pragma GCC diagnostic ignored "-Wshadow"

#define DRIVER_FUNCTION(status, area, since, name, version, twin, parameters, note)                          \
  DEFINE_##status(name##version, #name, parameters)
#include "api/cuda/driver_api.def"
#undef DRIVER_FUNCTION
