// The functions of this API by their names, as driver_api.def lists them.
#include "cuda.h"

#include "api/cuda/call.h"

#include <string_view>

using namespace raddle::cuda;

namespace {

struct Entry {
  std::string_view name;
  int since; // the CUDA version whose function of this name it is
  void *function;
  void *twin; // for which stream 0 is the thread's own
};

} // namespace

// What cuda.h maps to another name is meant by its own here. A function without a twin is its own.
#define DRIVER_FUNCTION(status, area, since, name, version, twin, parameters, note)                          \
  extern "C" CUresult name##version parameters;                                                              \
  extern "C" CUresult name##version##twin parameters;
#include "api/cuda/driver_api.def"
#undef DRIVER_FUNCTION

namespace {

// Beside the table: the version of a function that source code cannot name any more.
CUresult getProcAddressOfBefore(const char *symbol, void **function, int version, cuuint64_t flags);

const Entry kFunctions[] = {
    {"cuGetProcAddress", 11030, reinterpret_cast<void *>(&getProcAddressOfBefore),
     reinterpret_cast<void *>(&getProcAddressOfBefore)},
#define DRIVER_FUNCTION(status, area, since, name, version, twin, parameters, note)                          \
  {#name, since, reinterpret_cast<void *>(&name##version),                                                     \
   reinterpret_cast<void *>(&name##version##twin)},
#include "api/cuda/driver_api.def"
#undef DRIVER_FUNCTION
};

CUresult getProcAddressOfBefore(const char *symbol, void **function, int version, cuuint64_t flags) {
  return cuGetProcAddress_v2(symbol, function, version, flags, nullptr);
}

// The newest function of that name up to the version; `is_known`: there is one of any version.
const Entry *find(std::string_view name, int version, bool *is_known) {
  const Entry *best = nullptr;
  *is_known = false;
  for (const Entry &entry : kFunctions) {
    if (entry.name != name)
      continue;
    *is_known = true;
    if (entry.since <= version && (!best || entry.since > best->since))
      best = &entry;
  }
  return best;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *status) {
  constexpr cuuint64_t kKnown =
      CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  if (!symbol || !function || (flags & ~kKnown) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  bool is_known = false;
  const Entry *const entry = find(symbol, version, &is_known);
  const bool wants_twin = (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
  *function = !entry ? nullptr : wants_twin ? entry->twin : entry->function;
  const auto found = entry      ? CU_GET_PROC_ADDRESS_SUCCESS
                     : is_known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  if (status)
    *status = found;
  return entry || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuInit(unsigned flags) {
  if (flags != 0)
    return CUDA_ERROR_INVALID_VALUE;
  if (!Process::existing())
    static_cast<void>(Process::make());
  return onProcess([](Process &) { return Status::kSuccess; });
}

CUresult cuDriverGetVersion(int *version) {
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

} // extern "C"
#pragma GCC visibility pop
