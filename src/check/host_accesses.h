// Accesses of the host to memory that a launch, a copy or a fill uses, and that the host has not waited for.
//
// Between two calls of the API, while nothing runs, the pages that such work has touched are closed to the host (mprotect). An
// access there ends in a handler of signals, which notes it, and lets it happen; the next call of the API compares what was
// noted with that work. So calls that give work to a device wait for a moment until it has ended, which changes nothing about
// what is ordered.
#ifndef RADDLE_CHECK_HOST_ACCESSES_H
#define RADDLE_CHECK_HOST_ACCESSES_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace raddle {
class InterruptedCode;
}

namespace raddle::check {

/// The host and devices see this memory, whose pages can be read and written, from now on, or no longer.
void addMemoryOfHost(const void *memory, std::size_t bytes);
void removeMemoryOfHost(const void *memory);

namespace host_accesses {
extern std::atomic<bool> are_watched; // there is such memory, and RADDLE_CHECK=race
void beginCall();
void endCall();
} // namespace host_accesses

/// A call of the API, while which nothing is closed. Calls may lie within each other.
class ApiCall {
public:
  ApiCall() : is_told_(host_accesses::are_watched.load(std::memory_order_relaxed)) {
    if (is_told_)
      host_accesses::beginCall();
  }
  ~ApiCall() {
    if (is_told_)
      host_accesses::endCall();
  }
  ApiCall(const ApiCall &) = delete;
  ApiCall &operator=(const ApiCall &) = delete;

private:
  const bool is_told_;
};

/// At the end of the process: tells of what was noted last.
void finishHostAccesses();

/// For handlers of SIGSEGV: `code` was to access the address. True when that was closed, and can be done now. Kernels that are
/// not checked may run while something is closed to the host.
bool passAccess(std::uintptr_t address, bool write, bool is_of_kernel, InterruptedCode &code);
/// For handlers of SIGTRAP: that has been done. False when the signal has another reason.
bool endAccess(InterruptedCode &code);

} // namespace raddle::check

#endif
