// The twins that --default-stream per-thread selects.
#include "cuda.h"

#include "api/cuda/call.h"

#include <utility>

namespace {

// While it lives, stream 0 is the calling thread's own.
class PerThreadDefault {
public:
  PerThreadDefault() : previous_(std::exchange(raddle::host::hostThread().default_is_per_thread, true)) {}
  ~PerThreadDefault() { raddle::host::hostThread().default_is_per_thread = previous_; }
  PerThreadDefault(const PerThreadDefault &) = delete;
  PerThreadDefault &operator=(const PerThreadDefault &) = delete;

private:
  bool previous_;
};

} // namespace

#pragma GCC visibility push(default)
#define TWIN(function, suffix, parameters, arguments)                                                        \
  extern "C" CUresult function##suffix parameters {                                                          \
    const PerThreadDefault scope;                                                                            \
    return function arguments;                                                                               \
  }
#include "api/cuda/per_thread.def"
#pragma GCC visibility pop
