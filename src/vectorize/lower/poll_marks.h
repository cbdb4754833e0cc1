// What stands at the calls by which a polling loop yields, from `yield-in-polling-loops` on to `widen`.
#ifndef RADDLE_VECTORIZE_LOWER_POLL_MARKS_H
#define RADDLE_VECTORIZE_LOWER_POLL_MARKS_H

#include "analysis/awaited_writes.h"
#include "vectorize/llvm.h"

#include <optional>

namespace raddle::vectorize {

/// Notes at the call by which a loop yields (raddle_yield or raddle_nanosleep) what the loop waits for.
void noteAwaitedWrites(llvm::CallBase &call, const analysis::AwaitedWrites &awaited);

/// What was noted; none at other calls.
std::optional<analysis::AwaitedWrites> notedAwaitedWrites(const llvm::Instruction &instruction);

} // namespace raddle::vectorize

#endif
