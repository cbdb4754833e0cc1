// Asynchronous copies into shared memory (cp.async and what stands for it in headers), as check-races tells of them.
//
// A copy is made where it is started, but others, and the thread itself, may not look at it before the thread has waited. What
// headers and PTX say of that are calls of functions without a body, which only RADDLE_CHECK=race makes something of:
//
//   memcpy(target, source, 16); __raddle_copy_starts(target, 16)     raddle_race_range(target, 16, it is such a copy)
//   __raddle_copies_commit()                                         check_event(kRaddleRaceCopiesCommit)
#ifndef RADDLE_VECTORIZE_INSTRUMENT_ASYNC_COPIES_H
#define RADDLE_VECTORIZE_INSTRUMENT_ASYNC_COPIES_H

#include "vectorize/instrument/memory/checked_accesses.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Module.h>

namespace raddle::vectorize {

/// The pass: makes placeholders and calls of the runtime of these functions. Without it resolve-intrinsics drops them.
void tellOfCopies(llvm::Module &module);

/// Stores and copies of memory that a call which tells of an asynchronous copy stands for.
llvm::SmallPtrSet<const llvm::Instruction *, 8> writesOfCopies(llvm::Function &function,
                                                               llvm::ArrayRef<CheckedAccess> accesses);

} // namespace raddle::vectorize

#endif
