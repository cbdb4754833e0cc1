// What the runtime API keeps for each host thread.
#ifndef RADDLE_API_CUDART_THREAD_STATE_H
#define RADDLE_API_CUDART_THREAD_STATE_H

#include "driver_types.h"
#include "host/stream/stream.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace raddle::cudart {

/// What <<<grid, block, shared, stream>>> leaves for the kernel's stub.
struct CallConfiguration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  cudaStream_t stream;
};

struct ThreadState {
  ~ThreadState();

  int device = 0;
  bool in_host_function = false; // is running a callback of a stream
  std::vector<CallConfiguration> configurations;
  std::vector<std::shared_ptr<host::Stream>> per_thread_streams; // by device; null until used
  bool default_is_per_thread = false; // in a function for which stream 0 is the thread's own
  std::uint64_t launches = 0;         // that were accepted
  bool in_kernel_stub = false;        // <<<>>> launches: nobody sees what cudaLaunchKernel returns
  std::uintptr_t caller_of_twin = 0;  // where a function of per_thread.def returns to; 0 outside of them
};
namespace detail {
// Null until the thread has needed it. libraddle.so is loaded early, so the fast model is available.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local ThreadState *state_of_thread;
ThreadState &makeThreadState();
} // namespace detail
inline ThreadState &threadState() {
  return detail::state_of_thread ? *detail::state_of_thread : detail::makeThreadState();
}

} // namespace raddle::cudart

#endif
