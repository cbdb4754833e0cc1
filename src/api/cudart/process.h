// The one place with process-wide CUDA state: what all host threads share, and what each has of its own.
#ifndef RADDLE_API_CUDART_PROCESS_H
#define RADDLE_API_CUDART_PROCESS_H

#include "driver_types.h"
#include "runtime/executor/executor.h"
#include "host/device/device.h"
#include "host/memory/memory.h"
#include "host/module/module_registry.h"
#include "host/stream/stream.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace raddle::cudart {

/// The devices and all that lives on them. Made by the first call that needs it; never destroyed, since
/// work may be in flight when the process exits.
struct Process {
  static Process &instance() {
    Process *const made = instance_.load(std::memory_order_acquire);
    return made ? *made : make();
  }

  runtime::Executor &executor;
  const std::vector<std::unique_ptr<runtime::Device>> devices;
  const cudaError_t no_device; // what calls answer when there is none
  runtime::MemoryRegistry memory;
  runtime::StreamScheduler scheduler;

  const bool looks_at_synchronization; // see lookAfterSynchronization()

  bool hasDevice(int id) const { return id >= 0 && static_cast<std::size_t>(id) < devices.size(); }
  runtime::Device &device(int id) const { return *devices[static_cast<std::size_t>(id)]; }

private:
  explicit Process(runtime::Devices found);
  static Process &make();

  static constinit inline std::atomic<Process *> instance_ = nullptr; // until the first call
};

/// The registered device code. Apart from Process because static constructors register it, long before
/// anyone may want devices.
runtime::ModuleRegistry &modules();

/// Makes the program's own memory known as managed memory, which it stays. Only noted until there are
/// devices.
void addManagedVariable(void *variable, std::size_t bytes);

/// What <<<grid, block, shared, stream>>> leaves for the kernel's stub.
struct CallConfiguration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes;
  cudaStream_t stream;
};

/// What each host thread has of its own.
struct ThreadState {
  ~ThreadState();

  int device = 0;
  bool in_host_function = false; // is running a callback of a stream
  std::vector<CallConfiguration> configurations;
  std::vector<std::shared_ptr<runtime::Stream>> per_thread_streams; // by device; null until used
  bool default_is_per_thread = false; // in a function for which stream 0 is the thread's own
  std::uint64_t launches = 0;         // that were accepted
  bool in_kernel_stub = false;        // <<<>>> launches: nobody sees what cudaLaunchKernel returns
  std::uintptr_t caller_of_twin = 0;  // where a function of per_thread.def returns to; 0 outside of them
};
namespace detail {
// Null until the thread has needed it. See Worker::ofThisThread().
[[gnu::tls_model("initial-exec")]] extern constinit thread_local ThreadState *state_of_thread;
ThreadState &makeThreadState();
} // namespace detail
inline ThreadState &threadState() {
  return detail::state_of_thread ? *detail::state_of_thread : detail::makeThreadState();
}

} // namespace raddle::cudart

#endif
