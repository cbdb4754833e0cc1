// A stack of execution that can be left and resumed: a fiber's, or the home stack of the thread that
// drives a worker.
#ifndef RADDLE_RUNTIME_CONTEXT_H
#define RADDLE_RUNTIME_CONTEXT_H

#include "runtime/sanitizers.h"

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

#if RADDLE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if RADDLE_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace raddle::runtime {

struct Context {
  boost::context::detail::fcontext_t saved = nullptr;  // where to resume; valid while suspended
#if RADDLE_ASAN
  void *fake_stack = nullptr;
  const void *stack_low = nullptr;
  std::size_t stack_bytes = 0;
#endif
#if RADDLE_TSAN
  void *tsan_fiber = nullptr;
#endif
};

/// To be called first thing on a context that has just been resumed (or entered for the first time): notes
/// where the context that was left can be resumed.
inline void arrivedOn([[maybe_unused]] Context &self, boost::context::detail::transfer_t transfer) {
  auto *previous = static_cast<Context *>(transfer.data);
  previous->saved = transfer.fctx;
#if RADDLE_ASAN
  // The bounds of a thread's own stack are not known beforehand; ASan tells them here.
  __sanitizer_finish_switch_fiber(self.fake_stack, &previous->stack_low, &previous->stack_bytes);
#endif
}

/// Leaves `from`, which is running, and resumes `to`. Returns when something resumes `from`.
inline void switchContext(Context &from, Context &to) {
#if RADDLE_ASAN
  __sanitizer_start_switch_fiber(&from.fake_stack, to.stack_low, to.stack_bytes);
#endif
#if RADDLE_TSAN
  __tsan_switch_to_fiber(to.tsan_fiber, 0);
#endif
  arrivedOn(from, boost::context::detail::jump_fcontext(to.saved, &from));
}

}  // namespace raddle::runtime

#endif
