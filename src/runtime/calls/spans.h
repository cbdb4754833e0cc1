// Threads that arrive and wait at the barriers that span several blocks.
#ifndef RADDLE_RUNTIME_CALLS_SPANS_H
#define RADDLE_RUNTIME_CALLS_SPANS_H

#include "runtime/block/span_barrier.h"

#include <cstdint>

namespace raddle::runtime {

/// The calling thread arrives, and gets the token of the phase. Ends the launch when it has not yet waited
/// for an earlier one.
std::uint32_t arriveAt(RaddleThread *thread, Span span, std::uintptr_t site);

/// The calling thread waits until the phase is complete. `what`: for reports, in the user's words.
void waitFor(RaddleThread *thread, Span span, std::uint32_t token, const char *what, std::uintptr_t site);

/// Both in one.
void syncAt(RaddleThread *thread, Span span, const char *what, std::uintptr_t site);

} // namespace raddle::runtime

#endif
