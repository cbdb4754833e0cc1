// Loops whose accesses are checked as a whole in front of them.
#ifndef RADDLE_VECTORIZE_LOWER_CHECK_LOOPS_H
#define RADDLE_VECTORIZE_LOWER_CHECK_LOOPS_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

namespace raddle::vectorize {

struct CheckedAccess;

/// Writes a check of [address, address + bytes) for accesses like this one: the lanes in which it fails (i32).
using WriteRangeCheck = llvm::function_ref<llvm::Value *(llvm::IRBuilder<> &, const CheckedAccess &,
                                                         llvm::Value *address, llvm::Value *bytes)>;

/// What is needed to make versions of a function's loops.
struct LoopsToCheck {
  llvm::Function &function;
  llvm::DominatorTree &dominators;
  llvm::LoopInfo &loops;
  llvm::ScalarEvolution &evolution;
};

/// Gives innermost loops a second version for when all that some of their accesses touch lies within their objects: adds
/// these accesses to `unchecked`. The first version keeps its checks, so that what is reported is what happened.
void checkLoopsAsAWhole(const LoopsToCheck &where, llvm::ArrayRef<CheckedAccess> accesses,
                        llvm::function_ref<bool(const CheckedAccess &)> needs_check, WriteRangeCheck write,
                        llvm::SmallPtrSetImpl<const llvm::Instruction *> &unchecked);

} // namespace raddle::vectorize

#endif
