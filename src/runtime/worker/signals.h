// SIGSEGV, SIGBUS, SIGFPE and SIGILL inside kernels, turned into faults of the launch.
//
// The handlers are installed when the first kernel is launched or the first guarded copy made. A signal
// that no kernel caused goes to whatever was installed before, so that a program does not notice them.
#ifndef RADDLE_RUNTIME_WORKER_SIGNALS_H
#define RADDLE_RUNTIME_WORKER_SIGNALS_H

#include "diagnostics/stack_trace.h"

#include <cstddef>
#include <cstdint>

namespace raddle::runtime {

/// What the handler saw; it may not allocate, so it only records.
struct SignalRecord {
  int number;
  int code;               // si_code
  std::uintptr_t address; // that was accessed
  std::uintptr_t pc;
  std::uintptr_t caller; // the word on top of the stack: a return address when pc is a leaf function's
  bool write;
  unsigned alignment; // that `address` should have had; 0 when that is not why
  StackTrace stack;
};

/// Installs the handlers, once per process.
void installSignalHandlers();

/// Has `hook` called when a fault of the host is about to end the process. It may do no more than signal handlers may.
void setDeathHook(void (*hook)());

/// Makes sure that the calling thread has a stack for signal handlers, so that they work when a kernel's
/// stack is what is broken. A stack that the program has set up itself is kept.
void ensureSignalStack();

} // namespace raddle::runtime

#endif
