// Holds src/api/cudart/api.def against the definitions: what is `missing` gets one that says so
// and answers cudaErrorNotSupported; what is `implemented` is referred to, so that the linker insists on one. The
// declarations in the headers must agree with the rows, or this file does not compile.
#include "cuda_profiler_api.h"
#include "cuda_runtime_api.h"

#include "api/cudart/unchecked_errors.h"

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
