// What a signal handler leaves to the worker that its thread drives, and the stack that it runs on.
#ifndef RADDLE_RUNTIME_WORKER_SIGNAL_RECORD_H
#define RADDLE_RUNTIME_WORKER_SIGNAL_RECORD_H

#include "diagnostics/stack_trace.h"

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

/// Makes sure that the calling thread has a stack for signal handlers, so that they work when a kernel's
/// stack is what is broken. A stack that the program has set up itself is kept.
void ensureSignalStack();

} // namespace raddle::runtime

#endif
