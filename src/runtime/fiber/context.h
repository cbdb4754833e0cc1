// A stack of execution that can be left and resumed: a fiber's, or the home stack of the thread that
// drives a worker.
//
// Why not Boost.Context: its jump_fcontext() is called like a function but left with a jump, so that after a
// switch every return on the way back to the kernel is mispredicted: 44 ns for a thread to wait at a barrier,
// where the code below needs 13 (bench/runtime, Xeon, November 2026). It is expanded in place, so that the
// processor's stack of predicted returns stays right. It also need not save the floating-point control words:
// a worker sets them once, for all its fibers (machine/floating_point.h).
#ifndef RADDLE_RUNTIME_FIBER_CONTEXT_H
#define RADDLE_RUNTIME_FIBER_CONTEXT_H

#include "base/sanitizers.h"
#include "machine/switch_stacks.h"

#include <cstddef>
#include <cstdint>

#if RADDLE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if RADDLE_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace raddle::runtime {

struct Context {
  // Stack pointer while suspended.
  std::uint64_t *saved = nullptr;
#if RADDLE_ASAN
  void *fake_stack = nullptr;
  const void *stack_low = nullptr;
  std::size_t stack_bytes = 0;
#endif
#if RADDLE_TSAN
  void *tsan_fiber = nullptr;
#endif
};

/// Prepares `context` to enter main(previous) when it is first resumed; main never returns.
inline void prepareContext(Context &context, unsigned char *stack_top, void (*main)(Context *previous)) {
  context.saved = prepareStack(stack_top, main);
}

/// To be called first thing on a context that has just been resumed or entered.
inline void arrivedOn([[maybe_unused]] Context &self, [[maybe_unused]] Context *previous) {
#if RADDLE_ASAN
  // The bounds of a thread's own stack are not known beforehand; ASan tells them here.
  __sanitizer_finish_switch_fiber(self.fake_stack, &previous->stack_low, &previous->stack_bytes);
#endif
}

/// Leaves `from`, which is running, and resumes `to`. Returns when something resumes `from`.
[[gnu::always_inline]] inline void switchContext(Context &from, Context &to) {
#if RADDLE_ASAN
  __sanitizer_start_switch_fiber(&from.fake_stack, to.stack_low, to.stack_bytes);
#endif
#if RADDLE_TSAN
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
  static_assert(offsetof(Context, saved) == 0);
  Context *previous = switchStacks(&from, to.saved);
  arrivedOn(from, previous);
}

} // namespace raddle::runtime

#endif
