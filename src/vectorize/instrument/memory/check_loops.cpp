// for (k = 0; k < n; ++k)            if (a[0 .. n) and b[0 .. n) lie within their objects)
//   sum += a[k] * b[k];                for (...) without checks
//                                    else
//                                      for (...) with checks
//
// The question in front of the loop may ask for more than the loop touches, as an access may stand after a condition: then
// the second version runs, and finds nothing.

#include "vectorize/instrument/memory/check_loops.h"

#include "vectorize/instrument/memory/checked_accesses.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A loop that is larger pays little for its checks, and much for another version.
constexpr unsigned kLargestLoop = 200; // instructions
constexpr unsigned kMostRanges = 8;

// What an access touches in all iterations.
struct RangeOfAccess {
  const CheckedAccess *access;
  const SCEV *first, *last; // addresses, of which either may be the lower one
};

class LoopVersioner {
public:
  LoopVersioner(const LoopsToCheck &where, Loop &loop, WriteRangeCheck write)
      : where_(where), loop_(loop), write_(write), layout_(where.function.getDataLayout()),
        expander_(where.evolution, layout_, "range") {}

  // Whether the loop has a form that can be copied, and does nothing that others may wait for.
  bool isSimple() const {
    if (!loop_.isInnermost() || !loop_.isLoopSimplifyForm() || !loop_.isLCSSAForm(where_.dominators) ||
        !loop_.getUniqueExitBlock())
      return false;
    unsigned size = 0;
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &instruction : *block) {
        if (++size > kLargestLoop || instruction.isAtomic() || instruction.isVolatile())
          return false;
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (call->isConvergent() || call->cannotDuplicate() || call->isInlineAsm() ||
              (!call->doesNotAccessMemory() && !isa<MemIntrinsic>(call) &&
               !call->onlyAccessesInaccessibleMemory()))
            return false;
      }
    return true;
  }

  void add(const CheckedAccess &access) {
    ScalarEvolution &evolution = where_.evolution;
    auto *root = dyn_cast<Instruction>(rootOf(access.address));
    if (!isa<ConstantInt>(access.bytes) || (root && loop_.contains(root)) || ranges_.size() >= kMostRanges)
      return;
    const SCEV *address = evolution.getSCEV(access.address), *count = evolution.getBackedgeTakenCount(&loop_);
    Instruction *place = loop_.getLoopPreheader()->getTerminator();
    RangeOfAccess range{&access, address, address};
    if (!evolution.isLoopInvariant(address, &loop_)) {
      auto *steps = dyn_cast<SCEVAddRecExpr>(address);
      if (!steps || steps->getLoop() != &loop_ || !steps->isAffine() || isa<SCEVCouldNotCompute>(count))
        return;
      range.first = steps->getStart();
      range.last = steps->evaluateAtIteration(
          evolution.getTruncateOrZeroExtend(count, evolution.getEffectiveSCEVType(steps->getType())),
          evolution);
    }
    if (expander_.isSafeToExpandAt(range.first, place) && expander_.isSafeToExpandAt(range.last, place))
      ranges_.push_back(range);
  }

  // True where there is another version, in which those need no checks.
  bool makeVersions(SmallPtrSetImpl<const Instruction *> &unchecked) {
    if (ranges_.empty())
      return false;
    BasicBlock *check = loop_.getLoopPreheader();
    IRBuilder<> builder(check->getTerminator());
    builder.SetCurrentDebugLocation(loop_.getStartLoc());
    Value *refused = builder.getInt32(0);
    for (const RangeOfAccess &range : ranges_)
      refused = builder.CreateOr(refused, ask(builder, range));
    Value *is_within = builder.CreateIsNull(refused);
    // The loop itself becomes the one without checks.
    BasicBlock *preheader =
        SplitBlock(check, check->getTerminator(), &where_.dominators, &where_.loops, nullptr, "within");
    ValueToValueMapTy values;
    SmallVector<BasicBlock *, 8> blocks;
    Loop *checked = cloneLoopWithPreheader(preheader, check, &loop_, values, ".checked", &where_.loops,
                                           &where_.dominators, blocks);
    remapInstructionsInBlocks(blocks, values);
    Instruction *old = check->getTerminator();
    IRBuilder<>(old).CreateCondBr(is_within, preheader, checked->getLoopPreheader());
    old->eraseFromParent();
    BasicBlock *exit = loop_.getUniqueExitBlock();
    for (PHINode &phi : exit->phis())
      for (unsigned i = 0, end = phi.getNumIncomingValues(); i != end; ++i)
        if (loop_.contains(phi.getIncomingBlock(i))) {
          Value *value = phi.getIncomingValue(i);
          Value *copy = values.lookup(value);
          phi.addIncoming(copy ? copy : value, cast<BasicBlock>(values.lookup(phi.getIncomingBlock(i))));
        }
    where_.dominators.changeImmediateDominator(exit, check);
    for (const RangeOfAccess &range : ranges_)
      unchecked.insert(range.access->instruction);
    return true;
  }

private:
  Value *ask(IRBuilder<> &builder, const RangeOfAccess &range) {
    Instruction *place = &*builder.GetInsertPoint();
    Type *pointer = range.access->address->getType();
    Value *first = expander_.expandCodeFor(range.first, pointer, place);
    if (range.first == range.last)
      return write_(builder, *range.access, first, range.access->bytes);
    Value *last = expander_.expandCodeFor(range.last, pointer, place);
    builder.SetInsertPoint(place);
    Value *is_upwards = builder.CreateICmpULE(first, last);
    Value *lower = builder.CreateSelect(is_upwards, first, last),
          *upper = builder.CreateSelect(is_upwards, last, first);
    Value *between = builder.CreateSub(builder.CreatePtrToInt(upper, builder.getInt64Ty()),
                                       builder.CreatePtrToInt(lower, builder.getInt64Ty()));
    return write_(builder, *range.access, lower, builder.CreateAdd(between, range.access->bytes));
  }

  const LoopsToCheck &where_;
  Loop &loop_;
  WriteRangeCheck write_;
  const DataLayout &layout_;
  SCEVExpander expander_;
  SmallVector<RangeOfAccess, 8> ranges_;
};

} // namespace

void checkLoopsAsAWhole(const LoopsToCheck &where, ArrayRef<CheckedAccess> accesses,
                        function_ref<bool(const CheckedAccess &)> needs_check, WriteRangeCheck write,
                        SmallPtrSetImpl<const Instruction *> &unchecked) {
  SmallVector<Loop *, 8> innermost;
  for (Loop *loop : where.loops.getLoopsInPreorder())
    if (loop->isInnermost())
      innermost.push_back(loop);
  for (Loop *loop : innermost) {
    LoopVersioner versions(where, *loop, write);
    if (!versions.isSimple())
      continue;
    for (const CheckedAccess &access : accesses)
      if (isa<LoadInst, StoreInst>(access.instruction) && loop->contains(access.instruction) &&
          needs_check(access))
        versions.add(access);
    if (versions.makeVersions(unchecked))
      where.evolution.forgetAllLoops();
  }
}

} // namespace raddle::vectorize
