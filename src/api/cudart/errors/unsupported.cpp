// Holds src/api/cudart/api.def against the definitions: what is `missing` gets one that says so
// and answers cudaErrorNotSupported; what is `implemented` is referred to, so that the linker insists on one. The
// declarations in the headers must agree with the rows, or this file does not compile.
#include "cuda_profiler_api.h"
#include "cuda_runtime_api.h"

#include "api/cudart/errors/last_error.h"
#include "base/environment.h"
#include "diagnostics/messages.h"

#include <fmt/format.h>
#include <mutex>
#include <set>
#include <string_view>

namespace raddle::cudart {

// Says once for each function that it is not supported.
static cudaError_t refuseUnsupported(const char *function) {
  static std::mutex mutex;
  static auto *const kTold = new std::set<std::string_view>;
  setLastError(cudaErrorNotSupported);
  if (isQuiet())
    return cudaErrorNotSupported;
  std::lock_guard lock(mutex);
  if (kTold->insert(function).second)
    printDiagnostic(fmt::format(
        "raddle: warning: {}() is not supported: it does nothing, and returns cudaErrorNotSupported\n",
        function));
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
