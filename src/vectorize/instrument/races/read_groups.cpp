//   for (k = 0; k < 32; ++k)              read 32 words, from &a[ty][0] on
//     sum += a[ty][k] * b[k][tx];         read 32 words, 128 bytes apart, from &b[0][tx] on
//                                         for (...) without telling of reads
//
// Between two things that order accesses, it does not matter when an access is made, so that it may be told in front of the loop.
// That holds for reads that each iteration makes, in loops that end at their end only. Loops that LLVM has unrolled have
// several reads of one place in the source, which are one group; partly unrolled ones are both.

#include "vectorize/instrument/races/read_groups.h"

#include "nvvm/address_spaces.h"
#include "vectorize/instrument/memory/bounds_check.h"
#include "vectorize/instrument/memory/object_roots.h"
#include "vectorize/instrument/races/race_check.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <algorithm>
#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether it may order accesses, end the thread, or read memory in a way that is told of elsewhere.
bool mayOrder(const Instruction &instruction) {
  if (instruction.isAtomic() || instruction.isVolatile() || isa<FenceInst>(instruction))
    return true;
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && !isa<IntrinsicInst>(call) && !isBoundsCheck(*call) &&
         (call->isConvergent() || !(call->onlyReadsMemory() || call->onlyAccessesInaccessibleMemory()));
}

// A read that is refused is not made, which is known only at its place; but of a shared variable it is known where it ends.
bool isHeldAgainstBounds(const Instruction &read) {
  for (const Instruction *before = read.getPrevNode(); before; before = before->getPrevNode()) {
    if (isa<LoadInst, StoreInst>(before) && before->getDebugLoc() == read.getDebugLoc())
      return false;
    if (isBoundsCheck(*before) && before->getDebugLoc() == read.getDebugLoc() &&
        !BoundsCheck(cast<CallInst>(*before)).isQuestion())
      return true;
  }
  return false;
}

bool areOfOnePlace(const Instruction &a, const Instruction &b) {
  const DILocation *one = a.getDebugLoc().get(), *other = b.getDebugLoc().get();
  if (!one || !other)
    return one == other;
  return one->getLine() == other->getLine() && one->getColumn() == other->getColumn() &&
         one->getInlinedAt() == other->getInlinedAt() &&
         one->getScope()->getSubprogram() == other->getScope()->getSubprogram();
}

class ReadGrouper {
public:
  explicit ReadGrouper(Function &function)
      : function_(function), layout_(function.getDataLayout()), dominators_(function), loops_(dominators_),
        assumptions_(function), evolution_(function, library_, assumptions_, dominators_, loops_),
        expander_(evolution_, layout_, "read") {}

  SmallVector<ReadGroup, 0> group(ArrayRef<CheckedAccess> reads) {
    for (const CheckedAccess &read : reads)
      reads_[read.instruction] = read;
    for (BasicBlock &block : function_)
      groupIn(block);
    for (ReadGroup &group : groups_)
      moveOutOfLoop(group);
    return std::move(groups_);
  }

private:
  struct Read {
    const CheckedAccess *access;
    std::int64_t offset; // from the first one of its place
  };
  using ReadsOfPlace = SmallVector<Read, 8>;

  void groupIn(BasicBlock &block) {
    SmallVector<ReadsOfPlace, 8> places;
    const auto finish = [&] {
      for (ReadsOfPlace &place : places)
        addProgressions(place);
      places.clear();
    };
    for (Instruction &instruction : block) {
      if (mayOrder(instruction))
        finish();
      auto found = reads_.find(&instruction);
      if (found == reads_.end())
        continue;
      const CheckedAccess &read = found->second;
      const bool is_held = isHeldAgainstBounds(instruction);
      if (is_held)
        held_.insert(&instruction);
      if ((is_held && !sizeOfShared(rootOf(read.address), layout_)) ||
          !evolution_.isSCEVable(read.address->getType())) {
        fixed_.insert(&instruction);
        groups_.push_back({read, &instruction});
        continue;
      }
      bool is_known = false;
      for (ReadsOfPlace &place : places)
        if (const auto offset = offsetFrom(*place.front().access, read)) {
          place.push_back({&read, *offset});
          is_known = true;
          break;
        }
      if (!is_known)
        places.push_back({{&read, 0}});
    }
    finish();
  }

  std::optional<std::int64_t> offsetFrom(const CheckedAccess &first, const CheckedAccess &read) {
    if (!areOfOnePlace(*first.instruction, *read.instruction) || first.bytes != read.bytes ||
        first.address->getType() != read.address->getType() || rootOf(first.address) != rootOf(read.address))
      return std::nullopt;
    auto *distance = dyn_cast<SCEVConstant>(
        evolution_.getMinusSCEV(evolution_.getSCEV(read.address), evolution_.getSCEV(first.address)));
    return distance && distance->getAPInt().isSignedIntN(31)
               ? std::optional(distance->getAPInt().getSExtValue())
               : std::nullopt;
  }

  // Takes them apart into those that have the same distance.
  void addProgressions(ReadsOfPlace &place) {
    const CheckedAccess &first = *place.front().access;
    llvm::sort(place, [](const Read &a, const Read &b) { return a.offset < b.offset; });
    place.erase(std::unique(place.begin(), place.end(),
                            [](const Read &a, const Read &b) { return a.offset == b.offset; }),
                place.end());
    for (unsigned begin = 0; begin < place.size();) {
      unsigned end = begin + 1;
      const std::int64_t step = end < place.size() ? place[end].offset - place[begin].offset : 0;
      while (end < place.size() && place[end].offset - place[end - 1].offset == step)
        ++end;
      IRBuilder<> builder(first.instruction);
      ReadGroup group{first, first.instruction, end - begin > 1 ? step : 0};
      if (place[begin].offset != 0)
        group.first.address = builder.CreatePtrAdd(
            first.address, builder.getInt64(static_cast<std::uint64_t>(place[begin].offset)));
      if (end - begin > 1)
        group.count = builder.getInt64(end - begin);
      groups_.push_back(group);
      begin = end;
    }
  }

  bool isQuiet(const Loop &loop) {
    auto [known, is_new] = quiet_.try_emplace(&loop, false);
    if (is_new)
      known->second =
          loop.isInnermost() && loop.isLoopSimplifyForm() && loop.getExitingBlock() == loop.getLoopLatch() &&
          none_of(loop.blocks(), [](BasicBlock *block) {
            return any_of(*block, [](const Instruction &instruction) { return mayOrder(instruction); });
          });
    return known->second;
  }

  void moveOutOfLoop(ReadGroup &group) {
    const Loop *loop = loops_.getLoopFor(group.before->getParent());
    if (!loop || fixed_.contains(group.before) || !isQuiet(*loop) ||
        !dominators_.dominates(group.before->getParent(), loop->getLoopLatch()))
      return;
    Instruction *place = loop->getLoopPreheader()->getTerminator();
    const SCEV *address = evolution_.getSCEV(group.first.address);
    Type *pointer = group.first.address->getType();
    if (evolution_.isLoopInvariant(address, loop)) {
      if (!expander_.isSafeToExpandAt(address, place))
        return;
      group.first.address = expander_.expandCodeFor(address, pointer, place);
      if (!group.count && held_.contains(group.before))
        group.count = ConstantInt::get(Type::getInt64Ty(function_.getContext()), 1);
      group.before = place;
      return;
    }
    const SCEV *count = evolution_.getBackedgeTakenCount(loop);
    auto *steps = dyn_cast<SCEVAddRecExpr>(address);
    if (!steps || steps->getLoop() != loop || !steps->isAffine() || isa<SCEVCouldNotCompute>(count))
      return;
    auto *step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution_));
    if (!step || !step->getAPInt().isSignedIntN(31))
      return;
    const std::int64_t bytes = step->getAPInt().getSExtValue();
    Type *number = Type::getInt64Ty(function_.getContext());
    const SCEV *all =
        evolution_.getAddExpr(evolution_.getTruncateOrZeroExtend(count, number), evolution_.getOne(number));
    if (group.count) {
      // Each iteration goes on where the one before has ended.
      const std::int64_t in_one = static_cast<std::int64_t>(cast<ConstantInt>(group.count)->getZExtValue());
      if (bytes != group.step * in_one)
        return;
      all = evolution_.getMulExpr(all, evolution_.getConstant(cast<ConstantInt>(group.count)->getValue()));
    }
    if (!expander_.isSafeToExpandAt(steps->getStart(), place) || !expander_.isSafeToExpandAt(all, place))
      return;
    if (!group.count)
      group.step = bytes;
    group.first.address = expander_.expandCodeFor(steps->getStart(), pointer, place);
    group.count = expander_.expandCodeFor(all, number, place);
    group.before = place;
  }

  Function &function_;
  const DataLayout &layout_;
  TargetLibraryInfoImpl library_names_;
  TargetLibraryInfo library_{library_names_};
  DominatorTree dominators_;
  LoopInfo loops_;
  AssumptionCache assumptions_;
  ScalarEvolution evolution_;
  SCEVExpander expander_;
  DenseMap<const Instruction *, CheckedAccess> reads_;
  SmallPtrSet<const Instruction *, 16> held_;  // against bounds
  SmallPtrSet<const Instruction *, 16> fixed_; // stay where they are
  DenseMap<const Loop *, bool> quiet_;
  SmallVector<ReadGroup, 0> groups_;
};

} // namespace

std::uint64_t sizeOfShared(const Value *root, const DataLayout &layout) {
  auto *variable = dyn_cast<GlobalVariable>(root);
  if (!variable || variable->getAddressSpace() != nvvm::kSharedAddressSpace)
    return 0;
  const std::uint64_t bytes = layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
  return bytes < kLargestShared ? bytes : 0;
}

SmallVector<ReadGroup, 0> groupReads(Function &function, ArrayRef<CheckedAccess> reads) {
  return ReadGrouper(function).group(reads);
}

} // namespace raddle::vectorize
