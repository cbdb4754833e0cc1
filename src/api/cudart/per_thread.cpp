// The twins that --default-stream per-thread selects.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"

#include <utility>

namespace {

// While it lives, stream 0 is the calling thread's own.
class PerThreadDefault {
public:
  explicit PerThreadDefault(void *caller)
      : previous_(std::exchange(raddle::host::hostThread().default_is_per_thread, true)) {
    raddle::cudart::threadState().caller_of_twin = reinterpret_cast<std::uintptr_t>(caller);
  }
  ~PerThreadDefault() {
    raddle::host::hostThread().default_is_per_thread = previous_;
    raddle::cudart::threadState().caller_of_twin = 0;
  }
  PerThreadDefault(const PerThreadDefault &) = delete;
  PerThreadDefault &operator=(const PerThreadDefault &) = delete;

private:
  bool previous_;
};

} // namespace

// Parameters have the names of the table, some of them those of C functions.
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC visibility push(default)
#define TWIN(suffix, type, name, parameters, arguments)                                                      \
  extern "C" type name##suffix parameters {                                                                  \
    PerThreadDefault scope(__builtin_return_address(0));                                                     \
    return name arguments;                                                                                   \
  }
#include "api/cudart/per_thread.def"
#pragma GCC visibility pop
