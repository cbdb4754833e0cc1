#include "vectorize/tune/shuffles/compare_under_masks.h"

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

constexpr unsigned kHalves = 2; // registers of a comparison

BinaryOperator *asAnd(Value *value, const BasicBlock &block) {
  auto *operation = dyn_cast<BinaryOperator>(value);
  return operation && operation->getOpcode() == Instruction::And && operation->getParent() == &block
             ? operation
             : nullptr;
}

/// What a mask is the `and` of.
class Conjunction {
public:
  Conjunction(BinaryOperator &root, VectorRegisters registers)
      : root_(root), block_(*root.getParent()), registers_(registers) {}

  bool isWorthwhile() {
    return collect(root_) && compares_.size() > 1 && all_of(compares_, [&](CmpInst *compare) {
             return all_of(compare->users(), [&](User *user) { return isInside(user) || maySink(*user); });
           });
  }

  void rewrite() {
    sinkOtherUses();
    // The result is computed before the inner one is negated.
    BinaryOperator *shared = nullptr;
    for (BinaryOperator *inner : drop_begin(inside_))
      if (!inner->hasOneUse())
        shared = inner;
    IRBuilder<> builder(shared ? shared : &root_);
    Value *mask = nullptr;
    for (Value *other : masks_)
      mask = mask ? builder.CreateAnd(mask, other) : other;
    Value *halves[kHalves];
    for (unsigned half = 0; half < kHalves; ++half) {
      Value *&lanes = halves[half];
      lanes = mask ? partOf(mask, half, builder) : nullptr;
      for (CmpInst *compare : compares_) {
        Value *holds =
            builder.CreateCmp(compare->getPredicate(), partOf(compare->getOperand(0), half, builder),
                              partOf(compare->getOperand(1), half, builder));
        if (auto *instruction = dyn_cast<Instruction>(holds))
          instruction->copyIRFlags(compare);
        lanes = lanes ? builder.CreateAnd(lanes, holds) : holds;
      }
    }
    SmallVector<int, 64> all(cast<FixedVectorType>(root_.getType())->getNumElements());
    std::iota(all.begin(), all.end(), 0);
    Value *result = builder.CreateShuffleVector(halves[0], halves[1], all);
    root_.replaceAllUsesWith(result);
    RecursivelyDeleteTriviallyDeadInstructions(&root_);
    if (shared) {
      shared->replaceAllUsesWith(result);
      RecursivelyDeleteTriviallyDeadInstructions(shared);
    }
  }

private:
  // The comparisons are kept in the order of the program, so that each is computed early enough for the next one.
  bool collect(BinaryOperator &conjunction) {
    inside_.push_back(&conjunction);
    for (Value *operand : {conjunction.getOperand(1), conjunction.getOperand(0)}) {
      if (BinaryOperator *inner = asAnd(operand, block_); inner && hasNoOtherUse(*inner)) {
        if (!collect(*inner))
          return false;
      } else if (auto *compare = dyn_cast<CmpInst>(operand); compare && fillsTwoRegisters(*compare)) {
        compares_.push_back(compare);
      } else if (isa<Constant>(operand)) {
        return false;
      } else {
        masks_.push_back(operand);
      }
    }
    if (&conjunction == &root_)
      sort(compares_, [](CmpInst *a, CmpInst *b) { return a->comesBefore(b); });
    return true;
  }

  bool fillsTwoRegisters(const CmpInst &compare) const {
    auto *type = cast<FixedVectorType>(compare.getOperand(0)->getType());
    return compare.getParent() == &block_ && !type->getElementType()->isPointerTy() &&
           type->getPrimitiveSizeInBits().getFixedValue() == std::uint64_t(kHalves) * registers_.bits;
  }

  // Part of the root; or negated in `mask & ~inner` where the root is `inner & mask`, which is `mask & ~root`.
  bool hasNoOtherUse(BinaryOperator &inner) const {
    if (inner.hasOneUse())
      return true;
    if (!is_contained(root_.operands(), &inner))
      return false;
    Value *mask = root_.getOperand(root_.getOperand(0) == &inner ? 1 : 0);
    auto *computed = dyn_cast<Instruction>(mask);
    return (!computed || computed->getParent() != &block_ || computed->comesBefore(&inner)) &&
           all_of(inner.users(), [&](User *user) {
             return user == &root_ ||
                    (match(user, m_Not(m_Specific(&inner))) && all_of(user->users(), [&](User *taken_away) {
                       return match(taken_away, m_c_And(m_Specific(mask), m_Specific(user)));
                     }));
           });
  }

  bool isInside(const User *user) const { return is_contained(inside_, user); }

  // Whether a copy of the comparison right before this user is as good: on a path that is seldom taken.
  bool maySink(const User &user) const {
    auto &instruction = cast<Instruction>(user);
    return instruction.getParent() != &block_ && !isa<PHINode>(instruction);
  }

  void sinkOtherUses() {
    for (CmpInst *compare : compares_)
      for (Use &use : make_early_inc_range(compare->uses()))
        if (!isInside(use.getUser())) {
          auto *user = cast<Instruction>(use.getUser());
          Instruction *copy = compare->clone();
          copy->insertBefore(user);
          use.set(copy);
        }
  }

  static Value *partOf(Value *whole, unsigned half, IRBuilder<> &builder) {
    const unsigned length = cast<FixedVectorType>(whole->getType())->getNumElements() / kHalves;
    SmallVector<int, 32> lanes(length);
    std::iota(lanes.begin(), lanes.end(), static_cast<int>(half * length));
    return builder.CreateShuffleVector(whole, lanes);
  }

  BinaryOperator &root_;
  BasicBlock &block_;
  VectorRegisters registers_;
  SmallVector<BinaryOperator *, 4> inside_; // the root first
  SmallVector<CmpInst *, 4> compares_;
  SmallVector<Value *, 4> masks_;
};

} // namespace

void compareUnderMasks(const CompileJob &job, Function &function) {
  const VectorRegisters registers = VectorRegisters::of(job);
  if (registers.bits != 512)
    return;
  SmallVector<BinaryOperator *, 16> roots;
  for (Instruction &instruction : instructions(function))
    if (auto *root = asAnd(&instruction, *instruction.getParent());
        root && root->getType()->isIntOrIntVectorTy(1) && root->getType()->isVectorTy() &&
        none_of(root->users(), [&](User *user) { return asAnd(user, *root->getParent()); }))
      roots.push_back(root);
  for (BinaryOperator *root : roots)
    if (Conjunction conjunction(*root, registers); conjunction.isWorthwhile())
      conjunction.rewrite();
}

} // namespace raddle::vectorize
