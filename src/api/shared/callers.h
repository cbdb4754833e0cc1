// Which call of the API has failed, and what the program makes of its answer, as the stack and the code show.
#ifndef RADDLE_API_SHARED_CALLERS_H
#define RADDLE_API_SHARED_CALLERS_H

#include "diagnostics/stack_trace.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace raddle::api {

struct Caller {
  std::string function; // of the API, or ""
  StackTrace stack;     // the program's functions, from the one that called it
};

/// `site` is a code address in libraddle.so, from which the calling thread is looking.
Caller findCaller(std::uintptr_t site);

/// Whether the program compares what the call returns.
bool isResultLookedAt(const Caller &caller);

/// Who asks whether something is there expects to hear that it is not.
bool isQuestion(std::string_view function);

} // namespace raddle::api

#endif
