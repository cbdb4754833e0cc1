// What the runtime API keeps for each host thread, beside what all front ends share (host/process/host_thread.h).
#ifndef RADDLE_API_CUDART_THREAD_STATE_H
#define RADDLE_API_CUDART_THREAD_STATE_H

#include "driver_types.h"

#include <cstddef>
#include <cstdint>
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
  std::uint64_t launches = 0;        // that were accepted
  bool in_kernel_stub = false;       // <<<>>> launches: nobody sees what cudaLaunchKernel returns
  std::uintptr_t caller_of_twin = 0; // where a function of per_thread.def returns to; 0 outside of them
  std::vector<CallConfiguration> *configurations = nullptr; // null until used
};

namespace detail {
// libraddle.so is loaded early, so the fast model is available.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local ThreadState thread_state;
std::vector<CallConfiguration> &makeConfigurations();
} // namespace detail

inline ThreadState &threadState() { return detail::thread_state; }

/// Those of <<<>>> whose kernels have not been launched, the innermost last.
inline std::vector<CallConfiguration> &callConfigurations() {
  std::vector<CallConfiguration> *const made = threadState().configurations;
  return made ? *made : detail::makeConfigurations();
}

} // namespace raddle::cudart

#endif
