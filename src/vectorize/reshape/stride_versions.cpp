// Threads that work with a partner, in sorting networks, transforms and sums by halves, find it by a stride:
//
//   first = 2 * t - (t & (stride - 1));            if (stride % 32 == 0) { lanes have neighbouring keys }
//   a = keys[first];                     becomes   else if (stride == 16) { ... } ...
//   b = keys[first + stride];                      else if (stride == 1) { lane i has keys 2 * i and 2 * i + 1 }
//                                                  else { any }
//
// Which elements the lanes of a warp access depends on the lowest bits of the stride alone, so that in each
// version but the last the accesses are vector loads and fixed shuffles instead of gathers.

#include "vectorize/reshape/passes.h"

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/copied_region.h"
#include "vectorize/widen/plan/lane_strides.h"

#include <functional>
#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions in one of the seven versions.
constexpr unsigned kMostInstructions = 80;

class StrideVersions {
public:
  StrideVersions(Function &kernel, const analysis::LaneShapes &shapes) : kernel_(kernel), shapes_(shapes) {}

  // Where there are accesses that are worth it.
  void addVersions(Instruction &grouping, Value &stride, const Report &report) {
    stride_ = &stride;
    SmallSetVector<Instruction *, 16> accesses = accessesThatFollow(grouping);
    if (accesses.empty())
      return;
    if (!findRegion(grouping, accesses)) {
      refuse(report, *accesses.front(),
             "the code that depends on the stride is too long, or meets other lanes");
      return;
    }
    BasicBlock *before = region_.start->getSinglePredecessor(), *next = region_.start;
    for (unsigned bits = 0; bits < kLaneBits; ++bits)
      next = addVersion(next, 1u << bits);
    next = addVersion(next, {});
    before->getTerminator()->replaceSuccessorWith(region_.start, next);
    mergeValues();
  }

private:
  // Loads and stores whose lanes lie apart, at addresses that come from `grouping`.
  SmallSetVector<Instruction *, 16> accessesThatFollow(Instruction &grouping) const {
    SmallSetVector<Instruction *, 16> accesses;
    SmallSetVector<Instruction *, 16> work;
    work.insert(&grouping);
    for (std::size_t i = 0; i < work.size(); ++i)
      for (User *user : work[i]->users()) {
        auto *instruction = cast<Instruction>(user);
        if (getLoadStorePointerOperand(instruction) == work[i]) {
          if (shapes_.of(work[i]).isVarying() && !instruction->isAtomic() && !instruction->isVolatile())
            accesses.insert(instruction);
        } else if (isa<BinaryOperator, CastInst, GetElementPtrInst>(instruction)) {
          work.insert(instruction);
        }
      }
    return accesses;
  }

  bool findRegion(Instruction &grouping, const SmallSetVector<Instruction *, 16> &accesses) {
    auto region = findCopiedRegion(kernel_, grouping, accesses.getArrayRef(), kMostInstructions, mayBeCopied);
    if (!region)
      return false;
    region_ = std::move(*region);
    auto *definition = dyn_cast<Instruction>(stride_);
    return !definition || DominatorTree(kernel_).dominates(definition, &grouping);
  }

  // No barriers, and nothing else that lanes do together. Each version raises the same counters.
  static bool mayBeCopied(const Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    if (!call)
      return true;
    if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(*call))
      return function->form == nvvm::RuntimeFunction::Form::Count;
    return call->getCalledFunction() && call->getCalledFunction()->isIntrinsic() && !call->isConvergent();
  }

  // For one stride, or for multiples of 32. `otherwise` is where the warps go that have another one; returns
  // the block that decides.
  BasicBlock *addVersion(BasicBlock *otherwise, std::optional<unsigned> stride) {
    BasicBlock *start = region_.start;
    BasicBlock *decision =
        BasicBlock::Create(kernel_.getContext(), start->getName() + ".stride", &kernel_, start);
    BasicBlock *entry =
        BasicBlock::Create(kernel_.getContext(), start->getName() + ".version", &kernel_, start);
    IRBuilder<> builder(decision);
    builder.SetCurrentDebugLocation(start->front().getDebugLoc());
    Value *low_bits = builder.CreateAnd(stride_, kRaddleWarpSize - 1);
    Value *fits =
        stride ? builder.CreateICmpEQ(stride_, builder.getInt32(*stride)) : builder.CreateIsNull(low_bits);
    BlockCopies::Values known;
    if (!stride)
      for (Value *mask : doubledMasks(region_.blocks.getArrayRef(), shapes_)) {
        auto [is_multiple, multiple] = asMultiple(builder, *mask);
        fits = builder.CreateAnd(fits, is_multiple);
        known[mask] = multiple;
      }
    builder.CreateCondBr(fits, entry, otherwise);
    builder.SetInsertPoint(entry);
    known[stride_] =
        stride ? builder.getInt32(*stride)
               : builder.CreateShl(builder.CreateLShr(stride_, kLaneBits), kLaneBits, "stride", true);
    replaceOutside(known, builder);
    const BlockCopies copies(region_.blocks.getArrayRef(), stride ? ".stride" + Twine(*stride) : ".strides",
                             known);
    builder.CreateBr(copies.of(start));
    copies.addPathsOut();
    for (BasicBlock *block : region_.blocks)
      for (Instruction &instruction : *block)
        twins_of_[&instruction].push_back({copies.of(block), copies.of(&instruction)});
    return decision;
  }

  // What the region uses and was computed before it from the stride alone.
  void replaceOutside(BlockCopies::Values &known, IRBuilder<> &builder) const {
    std::function<Value *(Value *)> replaced = [&](Value *value) -> Value * {
      if (Value *other = known.lookup(value))
        return other;
      auto *instruction = dyn_cast<Instruction>(value);
      if (!instruction || region_.contains(instruction->getParent()))
        return nullptr;
      if (auto *cast = dyn_cast<CastInst>(instruction)) {
        Value *operand = replaced(cast->getOperand(0));
        return operand ? known[value] = builder.CreateCast(cast->getOpcode(), operand, cast->getType())
                       : nullptr;
      }
      auto *binary = dyn_cast<BinaryOperator>(instruction);
      Value *operand =
          binary && isa<Constant>(binary->getOperand(1)) ? replaced(binary->getOperand(0)) : nullptr;
      return operand ? known[value] = builder.CreateBinOp(binary->getOpcode(), operand, binary->getOperand(1))
                     : nullptr;
    };
    for (BasicBlock *block : region_.blocks)
      for (Instruction &instruction : *block)
        for (Value *operand : instruction.operands())
          replaced(operand);
  }

  // What the region computes and is used uses_after it.
  void mergeValues() {
    for (auto &[original, twins] : twins_of_)
      joinValue(*original, twins, [&](BasicBlock *user) { return region_.contains(user); });
  }

  Function &kernel_;
  const analysis::LaneShapes &shapes_;
  Value *stride_ = nullptr;
  CopiedRegion region_;
  MapVector<Instruction *, SmallVector<std::pair<BasicBlock *, Value *>, 6>> twins_of_;
};

} // namespace

bool versionStrides(Function &kernel, const Input &input, Facts &facts, const Report &report) {
  const analysis::LaneShapes &shapes = facts.shapes.of(kernel, input.block);
  SmallVector<std::pair<Instruction *, Value *>, 4> groupings;
  for (Instruction &instruction : instructions(kernel))
    if (Value *stride = strideOf(instruction, shapes))
      groupings.push_back({&instruction, stride});
  for (auto [grouping, stride] : groupings)
    StrideVersions(kernel, shapes).addVersions(*grouping, *stride, report);
  // Looking for a region splits blocks.
  return !groupings.empty();
}

} // namespace raddle::vectorize
