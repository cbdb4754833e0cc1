#include "diagnostics/stack_trace.h"

#include <csetjmp>
#include <unwind.h>

namespace raddle {

namespace {

[[gnu::tls_model("initial-exec")]] thread_local sigjmp_buf *escape = nullptr;

struct Walk {
  std::uintptr_t first;
  StackTrace &trace;
  bool found = false;
};

_Unwind_Reason_Code visit(_Unwind_Context *context, void *argument) {
  Walk &walk = *static_cast<Walk *>(argument);
  int is_interrupted = 0;
  const std::uintptr_t address = _Unwind_GetIPInfo(context, &is_interrupted);
  if (address == 0)
    return _URC_END_OF_STACK;
  const std::uintptr_t site = is_interrupted ? address : address - 1;
  if (site == walk.first) {
    walk.trace.count = 0;
    walk.found = true;
  }
  // Frames before the first are kept only as long as it may not be there.
  if (walk.trace.count == StackTrace::kMostFrames)
    return walk.found ? _URC_END_OF_STACK : _URC_NO_REASON;
  walk.trace.sites[walk.trace.count++] = site;
  return _URC_NO_REASON;
}

} // namespace

void captureStack(std::uintptr_t first, StackTrace &trace) {
  trace.count = 0;
  Walk walk{first, trace};
  sigjmp_buf here;
  // The profiler may interrupt a capture for one of its own.
  sigjmp_buf *const outer = escape;
  escape = &here;
  if (sigsetjmp(here, /*savesigs=*/1) == 0)
    _Unwind_Backtrace(visit, &walk);
  escape = outer;
}

void leaveBrokenStack() {
  if (escape)
    siglongjmp(*escape, 1);
}

} // namespace raddle
