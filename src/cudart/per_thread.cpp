// The twins that --default-stream per-thread selects.
#include "cuda_runtime_api.h"

#include "cudart/process.h"

#include <utility>

namespace {

// While it lives, stream 0 is the calling thread's own.
class PerThreadDefault {
public:
  PerThreadDefault() : previous_(std::exchange(raddle::cudart::threadState().default_is_per_thread, true)) {}
  ~PerThreadDefault() { raddle::cudart::threadState().default_is_per_thread = previous_; }
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
    PerThreadDefault scope;                                                                                  \
    return name arguments;                                                                                   \
  }
#include "cudart/per_thread.def"
#pragma GCC visibility pop
