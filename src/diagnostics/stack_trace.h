// The stack of a kernel's thread at the moment of a fault: code addresses, to be put into words later.
#ifndef RADDLE_DIAGNOSTICS_STACK_TRACE_H
#define RADDLE_DIAGNOSTICS_STACK_TRACE_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace raddle {

/// Innermost first. An address lies within the instruction that was running, or that made the call.
struct StackTrace {
  static constexpr std::size_t kMostFrames = 48;
  std::array<std::uintptr_t, kMostFrames> sites;
  std::size_t count = 0;
};

/// The calling function's stack from `first` on, the site of one of its frames; all of it when none is there.
/// Allocates nothing and takes no lock, so a signal handler may call it: what was interrupted is a frame too.
/// The stack may be broken; then the trace ends where it is.
void captureStack(std::uintptr_t first, StackTrace &trace);

/// For handlers of SIGSEGV and SIGBUS, first of all: when captureStack() has hit upon memory that is not
/// there, ends it and does not return.
void leaveBrokenStack();

/// The address of the call instruction that returns to `return_address`, near enough for line tables.
inline std::uintptr_t callSite(std::uintptr_t return_address) {
  return return_address ? return_address - 1 : 0;
}

} // namespace raddle

#endif
