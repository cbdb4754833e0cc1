// Sums and the like of the first lanes of a warp, as where a block has fewer elements than threads:
//
//   last = min(n - 1 - first of the warp, 31);        if (last == 31) { last is a constant, so are the source lanes }
//   y = __shfl_down(x, 1, last);           becomes    else if (last < 0) { no lane reads from another: y = x }
//   if (lane + 1 <= last) x += y;                     else { any }
//   ...
//
// Most warps of such a block are full, or have no element at all.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"
#include "vectorize/fields.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/copied_region.h"
#include "vectorize/reshape/first_lane_sums.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// Versions of fewer shuffles save less than the branches cost.
constexpr unsigned kFewestShuffles = 3;
// Instructions in one of the three versions.
constexpr unsigned kMostInstructions = 160;

// The operand c of PTX's shfl, clamp | segment mask << 8.
constexpr unsigned kBoundOperand = 4;
constexpr unsigned kSegmentShift = 8;

using Shuffles = SmallVector<Instruction *, 8>;

// A shuffle of a whole warp whose bound is the same for all lanes, but known at run time only.
Value *boundOf(const Instruction &instruction, const analysis::LaneShapes &shapes) {
  if (!nvvm::isCallOf(instruction, Runtime::raddle_shfl_down) &&
      !nvvm::isCallOf(instruction, Runtime::raddle_shfl_idx))
    return nullptr;
  auto &call = cast<CallInst>(instruction);
  auto *mask = dyn_cast<ConstantInt>(call.getArgOperand(1));
  Value *bound = call.getArgOperand(kBoundOperand);
  return mask && mask->isMinusOne() && !isa<Constant>(bound) && shapes.isUniform(bound) ? bound : nullptr;
}

// Also where it follows from bits of the operands that are known.
Constant *asConstant(Instruction &instruction) {
  const DataLayout &layout = instruction.getDataLayout();
  auto rangeOf = [&](Value *value, bool is_signed) {
    return ConstantRange::fromKnownBits(computeKnownBits(value, layout), is_signed);
  };
  if (auto *comparison = dyn_cast<ICmpInst>(&instruction)) {
    if (!comparison->getOperand(0)->getType()->isIntegerTy())
      return nullptr;
    const ConstantRange left = rangeOf(comparison->getOperand(0), comparison->isSigned()),
                        right = rangeOf(comparison->getOperand(1), comparison->isSigned());
    if (left.icmp(comparison->getPredicate(), right))
      return ConstantInt::getTrue(instruction.getType());
    if (left.icmp(comparison->getInversePredicate(), right))
      return ConstantInt::getFalse(instruction.getType());
    return nullptr;
  }
  if (!isa<BinaryOperator, CastInst>(instruction) || !instruction.getType()->isIntegerTy())
    return nullptr;
  const KnownBits bits = computeKnownBits(&instruction, layout);
  return bits.isConstant() ? ConstantInt::get(instruction.getType(), bits.getConstant()) : nullptr;
}

class ShuffleVersions {
public:
  ShuffleVersions(Function &kernel, const analysis::LaneShapes &shapes) : kernel_(kernel), shapes_(shapes) {}

  bool addVersions(Value &bound, const Shuffles &shuffles) {
    Instruction &first = firstThatNeeds(bound, *shuffles.front());
    Shuffles inside = shuffles;
    inside.push_back(&lastThatFollows(bound, shuffles, first));
    auto region = findCopiedRegion(kernel_, first, inside, kMostInstructions,
                                   [&](const Instruction &each) { return mayBeCopied(each, bound); });
    if (!region || !all_of(inside, [&](Instruction *each) { return region->contains(each->getParent()); }))
      return false;
    region_ = std::move(*region);
    BasicBlock *before = region_.start->getSinglePredecessor();
    BasicBlock *decision = addVersion(bound, shuffles, region_.start, Lanes::kNone);
    if ((sum_ = findFirstLaneSum(shuffles, bound)) && mayBeginWithZeros(bound, shuffles))
      decision = addVersion(bound, shuffles, decision, Lanes::kFirst);
    before->getTerminator()->replaceSuccessorWith(region_.start,
                                                  addVersion(bound, shuffles, decision, Lanes::kAll));
    for (auto &[original, twins] : twins_of_)
      joinValue(*original, twins, [&](BasicBlock *user) { return region_.contains(user); });
    simplify();
    return true;
  }

private:
  // What is computed from the bound in the block of the first shuffle has a version, too.
  static Instruction &firstThatNeeds(const Value &bound, Instruction &shuffle) {
    Instruction *first = &shuffle;
    for (const User *user : bound.users())
      if (auto *instruction = dyn_cast<Instruction>(const_cast<User *>(user));
          instruction && !isa<PHINode>(instruction) && instruction->getParent() == first->getParent() &&
          instruction->comesBefore(first))
        first = instruction;
    return *first;
  }

  // What is computed from the last shuffle in its block has a version, too. What lies in between and depends on neither is
  // moved before it, so that it is there once.
  static Instruction &lastThatFollows(const Value &bound, const Shuffles &shuffles, Instruction &first) {
    BasicBlock &block = *shuffles.back()->getParent();
    Instruction *last = shuffles.back();
    SmallPtrSet<const Value *, 32> dependent;
    dependent.insert(&bound);
    dependent.insert(shuffles.begin(), shuffles.end());
    const bool is_one_block = first.getParent() == &block;
    BasicBlock::iterator begin = is_one_block ? first.getIterator() : block.getFirstNonPHIIt();
    for (Instruction &each : make_early_inc_range(make_range(begin, block.end()))) {
      const bool is_after = last->comesBefore(&each), is_plain = isPlain(each);
      if (is_after && !is_plain)
        break;
      if (any_of(each.operands(), [&](const Use &use) { return dependent.contains(use); })) {
        dependent.insert(&each);
        if (is_after)
          last = &each;
      } else if (is_one_block && is_plain && &each != &first && isComputableBefore(first, each)) {
        each.moveBefore(&first);
      }
    }
    // A branch that depends on them belongs to them.
    if (!is_one_block &&
        none_of(block.getTerminator()->operands(), [&](const Use &use) { return dependent.contains(use); }))
      SplitBlock(&block, last->getNextNode());
    return *last;
  }

  static bool isPlain(const Instruction &instruction) {
    return !isa<PHINode>(instruction) && !instruction.isTerminator() && !instruction.mayReadOrWriteMemory() &&
           isSafeToSpeculativelyExecute(&instruction);
  }

  static bool isComputableBefore(const Instruction &first, const Instruction &value) {
    return all_of(value.operands(), [&](const Use &use) {
      auto *operand = dyn_cast<Instruction>(use);
      return !operand || operand->getParent() != first.getParent() || operand->comesBefore(&first);
    });
  }

  // Shuffles with another bound would need versions of their own.
  bool mayBeCopied(const Instruction &instruction, const Value &bound) const {
    if (const Value *other = boundOf(instruction, shapes_))
      return other == &bound;
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call)
      return true;
    if (nvvm::calledRuntimeFunction(*call))
      return nvvm::isShuffle(*call);
    return call->getCalledFunction() && !call->isConvergent() && !call->cannotDuplicate();
  }

  // For full warps, for those with a sum that may be computed as in full ones, or for those of which no lane reads from another.
  enum class Lanes { kAll, kFirst, kNone };

  // `otherwise` is where all other warps go; returns the block that decides.
  BasicBlock *addVersion(Value &bound, const Shuffles &shuffles, BasicBlock *otherwise, Lanes lanes) {
    BasicBlock *const start = region_.start;
    BasicBlock *const decision =
        BasicBlock::Create(kernel_.getContext(), start->getName() + ".lanes", &kernel_, start);
    BasicBlock *const entry =
        BasicBlock::Create(kernel_.getContext(), start->getName() + ".version", &kernel_, start);
    IRBuilder<> builder(decision);
    builder.SetCurrentDebugLocation(start->front().getDebugLoc());
    builder.CreateCondBr(isFor(lanes, bound, builder), entry, otherwise);
    builder.SetInsertPoint(entry);
    BlockCopies::Values known;
    // With all bits of the segment mask set each lane is a segment of its own.
    known[&bound] = lanes == Lanes::kNone
                        ? builder.CreateOr(&bound, builder.CreateShl(everySegment(bound), kSegmentShift))
                        : static_cast<Value *>(builder.getInt32(kRaddleWarpSize - 1));
    Value *const is_there =
        lanes == Lanes::kFirst ? beginWithZeros(bound, shuffles, builder, known) : nullptr;
    const char *suffix = lanes == Lanes::kAll ? ".all" : lanes == Lanes::kFirst ? ".first" : ".none";
    const BlockCopies copies(region_.blocks.getArrayRef(), suffix, known);
    builder.CreateBr(copies.of(start));
    copies.addPathsOut();
    for (BasicBlock *block : region_.blocks)
      for (Instruction &instruction : *block)
        twins_of_[&instruction].push_back({copies.of(block), copies.of(&instruction)});
    if (is_there)
      endWithOwn(*is_there, *copies.of(sum_->last));
    append_range(copies_, copies.blocks());
    if (lanes == Lanes::kNone)
      for (Instruction *shuffle : shuffles)
        own_.push_back(cast<CallInst>(copies.of(shuffle)));
    return decision;
  }

  static Constant *everySegment(const Value &bound) { return ConstantInt::getSigned(bound.getType(), -1); }

  static Value *isFor(Lanes lanes, Value &bound, IRBuilder<> &builder) {
    if (lanes == Lanes::kAll)
      return builder.CreateICmpEQ(&bound, builder.getInt32(kRaddleWarpSize - 1));
    if (lanes == Lanes::kFirst)
      return builder.CreateICmpULT(&bound, builder.getInt32(kRaddleWarpSize));
    // The segment mask is in numbers from -1 to -256.
    return builder.CreateICmpEQ(builder.CreateAShr(&bound, kSegmentShift), everySegment(bound));
  }

  // Whether nothing but the sum depends on the bound, and on what it begins with.
  bool mayBeginWithZeros(const Value &bound, const Shuffles &shuffles) const {
    auto isInside = [&](const Instruction &user) { return region_.contains(user.getParent()); };
    auto *first = dyn_cast<Instruction>(sum_->first);
    if ((first && isInside(*first)) || !leadsOnlyTo(*sum_->first, *sum_->second, isInside))
      return false;
    SmallPtrSet<const Value *, 32> dependent{&bound, sum_->first};
    for (BasicBlock *block : ReversePostOrderTraversal<BasicBlock *>(region_.start))
      for (Instruction &each : *block) {
        if (!region_.contains(block) ||
            none_of(each.operands(), [&](const Use &use) { return dependent.contains(use); }))
          continue;
        if (&each == sum_->last)
          continue;
        dependent.insert(&each);
        if (!(isPlain(each) || is_contained(shuffles, &each)) ||
            !all_of(each.users(), [&](const User *user) { return isInside(*cast<Instruction>(user)); }))
          return false;
      }
    return true;
  }

  // Lanes beyond the bound begin with zero. Returns which lanes are not.
  Value *beginWithZeros(Value &bound, const Shuffles &shuffles, IRBuilder<> &builder,
                        BlockCopies::Values &known) const {
    Value *lane = threadField(builder, offsetof(RaddleThread, lane), builder.getInt32Ty());
    Value *is_there = builder.CreateICmpULE(lane, &bound);
    Value *const first = sum_->first;
    Value *zeroed = builder.CreateSelect(is_there, first, Constant::getNullValue(first->getType()));
    known[first] = zeroed;
    // Halves of the first value may have been taken before.
    SmallVector<Value *, 4> work;
    for (Instruction *shuffle : shuffles)
      work.push_back(cast<CallInst>(shuffle)->getArgOperand(nvvm::kShuffledOperand));
    while (!work.empty()) {
      auto *half = dyn_cast<Instruction>(work.pop_back_val());
      if (!half || half == first || known.count(half) || !isa<TruncInst, BinaryOperator>(half))
        continue;
      if (region_.contains(half->getParent())) {
        if (isa<TruncInst>(half))
          work.push_back(half->getOperand(0));
        continue;
      }
      Value *shift = nullptr;
      if (match(half, m_LShr(m_Specific(first), m_Value(shift))))
        known[half] = builder.CreateLShr(zeroed, shift);
      else if (match(half, m_Trunc(m_LShr(m_Specific(first), m_Value(shift)))))
        known[half] = builder.CreateTrunc(builder.CreateLShr(zeroed, shift), half->getType());
      else if (match(half, m_Trunc(m_Specific(first))))
        known[half] = builder.CreateTrunc(zeroed, half->getType());
    }
    return is_there;
  }

  // Lanes beyond the bound have what they began with.
  void endWithOwn(Value &is_there, Instruction &last) {
    IRBuilder<> builder(last.getNextNode());
    Value *own = builder.CreateSelect(&is_there, &last, sum_->first);
    last.replaceUsesWithIf(own, [&](const Use &use) { return use.getUser() != own; });
    for (auto &[block, twin] : twins_of_[sum_->last])
      if (twin == &last)
        twin = own;
  }

  // A lane that reads from no other has its own value.
  void simplify() {
    for (CallInst *shuffle : own_) {
      shuffle->replaceAllUsesWith(shuffle->getArgOperand(nvvm::kShuffledOperand));
      shuffle->eraseFromParent();
    }
    for (BasicBlock *copy : copies_) {
      for (Instruction &instruction : *copy)
        if (Constant *constant = asConstant(instruction))
          instruction.replaceAllUsesWith(constant);
      SimplifyInstructionsInBlock(copy);
    }
    for (BasicBlock *copy : copies_)
      ConstantFoldTerminator(copy, /*DeleteDeadConditions=*/true);
  }

  Function &kernel_;
  const analysis::LaneShapes &shapes_;
  CopiedRegion region_;
  MapVector<Instruction *, SmallVector<std::pair<BasicBlock *, Value *>, 2>> twins_of_;
  SmallVector<BasicBlock *, 8> copies_;
  SmallVector<CallInst *, 8> own_;
  std::optional<FirstLaneSum> sum_;
};

} // namespace

bool versionShuffles(Function &kernel, const Input &input, Facts &facts, const Report &report) {
  const analysis::LaneShapes &shapes = facts.shapes.of(kernel, input.block);
  MapVector<Value *, Shuffles> shuffles_of;
  for (Instruction &instruction : instructions(kernel))
    if (Value *bound = boundOf(instruction, shapes))
      shuffles_of[bound].push_back(&instruction);
  bool changed = false; // looking for a region splits blocks
  auto version = [&](Value &bound, const Shuffles &shuffles) {
    if (shuffles.size() < kFewestShuffles)
      return true;
    changed = true;
    return ShuffleVersions(kernel, shapes).addVersions(bound, shuffles);
  };
  for (auto &[bound, shuffles] : shuffles_of) {
    if (version(*bound, shuffles))
      continue;
    // Those of one block may do without the others, which may follow after a barrier.
    MapVector<BasicBlock *, Shuffles> of_block;
    for (Instruction *shuffle : shuffles)
      of_block[shuffle->getParent()].push_back(shuffle);
    for (auto &[block, some] : of_block)
      if (!version(*bound, some))
        refuse(report, *some.front(), "the code between its shuffles is too long, or meets other lanes");
  }
  if (changed)
    removeUnreachableBlocks(kernel);
  return changed;
}

} // namespace raddle::vectorize
