// RADDLE_CHECK=memory: an access that failed its check is not made, in those lanes whose it is: what was to be read is 0. So the
// kernel goes on without harm to other objects. While all is well there is a branch that all lanes take together, and the
// access has the form that it has without checks.
//
//   refused = check(...)                               which lanes; 0: none
//   if (refused == 0) x = a[i]                         as before
//   else x = refused >> lane & 1 ? 0 : a[i]
//
// On the warp engine, loads and stores are only marked here, and widen writes their two versions (emit/accesses/guarded_accesses.h).
// Branches would make widen keep masks for each of their blocks, of which a large kernel has thousands.

#include "nvvm/markers.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/initialised/shadow_memory.h"
#include "vectorize/instrument/memory/bounds_check.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool isCheck(const Instruction &instruction) {
  return isBoundsCheck(instruction) && BoundsCheck(cast<CallInst>(instruction)).guards();
}

bool isOfWrite(const CallInst &check) { return BoundsCheck(check).flags & kRaddleAccessWrites; }

bool isWrite(const Instruction &instruction) {
  return isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst, MemIntrinsic>(instruction);
}

struct GuardedAccess {
  CallInst *check;
  Instruction *access;
};

// An access is that of the last check in front of it that has its place in the source. Of a check of a vector there are
// several, as it is accessed by its elements. The access to the
// shadow of what is accessed (see check-initialised) follows it, and is made where that is.
SmallVector<GuardedAccess, 16> guardedAccessesOf(Function &function) {
  SmallVector<GuardedAccess, 16> accesses;
  for (BasicBlock &block : function) {
    SmallVector<CallInst *, 16> checks;
    for (Instruction &instruction : block) {
      if (isCheck(instruction))
        checks.push_back(cast<CallInst>(&instruction));
      if (!isWrite(instruction) && !isa<LoadInst>(instruction))
        continue;
      if (ShadowMemory::isShadow(instruction)) {
        if (!accesses.empty() && accesses.back().check->getParent() == &block &&
            accesses.back().check->getDebugLoc() == instruction.getDebugLoc())
          accesses.push_back({accesses.back().check, &instruction});
        continue;
      }
      const auto check = find_if(reverse(checks), [&](const CallInst *of_it) {
        return of_it->getDebugLoc() == instruction.getDebugLoc() && isOfWrite(*of_it) == isWrite(instruction);
      });
      if (check != checks.rend())
        accesses.push_back({*check, &instruction});
    }
  }
  return accesses;
}

// Its result becomes the access's where that is made, else 0.
void mergeWithZero(Instruction &access, Instruction &end, BasicBlock &without) {
  if (access.use_empty() || access.getType()->isVoidTy())
    return;
  PHINode *result = PHINode::Create(access.getType(), 2, "", end.getSuccessor(0)->begin());
  access.replaceAllUsesWith(result);
  result->addIncoming(&access, end.getParent());
  result->addIncoming(Constant::getNullValue(access.getType()), &without);
}

void guardTogether(const GuardedAccess &guarded) {
  Instruction *access = guarded.access;
  IRBuilder<> builder(access);
  Value *is_allowed = builder.CreateIsNull(guarded.check);
  BasicBlock *before = access->getParent();
  Instruction *end = SplitBlockAndInsertIfThen(is_allowed, access->getNextNode(), false,
                                               MDBuilder(access->getContext()).createLikelyBranchWeights());
  access->moveBefore(end);
  mergeWithZero(*access, *end, *before);
}

void guardLanes(const GuardedAccess &guarded) {
  Instruction *access = guarded.access;
  IRBuilder<> builder(access);
  Value *is_refused = builder.CreateIsNotNull(guarded.check);
  Instruction *some = nullptr, *all = nullptr;
  SplitBlockAndInsertIfThenElse(is_refused, access->getNextNode(), &some, &all,
                                MDBuilder(access->getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(some);
  builder.SetCurrentDebugLocation(access->getDebugLoc());
  Value *lane = threadField(builder, offsetof(RaddleThread, lane), builder.getInt32Ty());
  Value *may =
      builder.CreateIsNull(builder.CreateAnd(builder.CreateLShr(guarded.check, lane), builder.getInt32(1)));
  BasicBlock *before = some->getParent();
  Instruction *end = SplitBlockAndInsertIfThen(may, some, false);
  Instruction *copy = access->clone();
  copy->insertBefore(end);
  access->moveBefore(all);
  if (access->use_empty() || access->getType()->isVoidTy())
    return;
  PHINode *partial = PHINode::Create(access->getType(), 2, "", end->getSuccessor(0)->begin());
  PHINode *result = PHINode::Create(access->getType(), 2, "", all->getSuccessor(0)->begin());
  access->replaceAllUsesWith(result);
  partial->addIncoming(copy, end->getParent());
  partial->addIncoming(Constant::getNullValue(access->getType()), before);
  result->addIncoming(access, all->getParent());
  result->addIncoming(partial, end->getSuccessor(0));
}

// Tells widen which check the access depends on.
void markGuarded(const GuardedAccess &guarded) {
  MDNode *guard = guarded.check->getMetadata(marker::kGuard);
  if (!guard) {
    guard = MDNode::getDistinct(guarded.check->getContext(), {});
    guarded.check->setMetadata(marker::kGuard, guard);
  }
  guarded.access->setMetadata(marker::kGuard, guard);
}

} // namespace

void guardAccesses(Module &module, const Input &input) {
  for (Function &function : module)
    for (const GuardedAccess &guarded : guardedAccessesOf(function))
      if (input.lanes == 1)
        guardTogether(guarded);
      else if (isa<LoadInst, StoreInst>(guarded.access))
        markGuarded(guarded);
      else
        guardLanes(guarded);
}

} // namespace raddle::vectorize
