// What the host core keeps for each host thread. All front ends share it: a device that is chosen by one is current in all.
#ifndef RADDLE_HOST_PROCESS_HOST_THREAD_H
#define RADDLE_HOST_PROCESS_HOST_THREAD_H

#include "host/process/contexts.h"
#include "host/process/process.h"

#include <cstdint>
#include <memory>

namespace raddle::host {

struct HostThread {
  int device = 0;                     // the current one
  bool has_context = false;           // the driver API finds a current context: none at first, and where it was popped
  OwnContext *context = nullptr;      // the current one; null: the primary one of the device
  bool in_host_function = false;      // runs a function of a stream, which may not use CUDA
  bool default_is_per_thread = false; // in a function for which stream 0 is the thread's own
  CaptureMode capture_mode = CaptureMode::kGlobal; // which calls are refused while streams capture
};

namespace detail {
// libraddle.so is loaded early, so the fast model is available.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local HostThread host_thread;
} // namespace detail

inline HostThread &hostThread() { return detail::host_thread; }

/// Makes the primary context of a device current.
inline void makePrimaryCurrent(int device) {
  hostThread().device = device;
  hostThread().has_context = true;
  hostThread().context = nullptr;
}

/// The id of the current context, which what is made now goes with; 0 for a primary one.
inline std::uint64_t currentContext() { return hostThread().context ? hostThread().context->id : 0; }

/// The calling thread's own stream of the current device, made when it is needed. Work that it still has when the thread ends
/// runs to its end.
std::shared_ptr<Stream> perThreadStream(const Context &context);

} // namespace raddle::host

#endif
