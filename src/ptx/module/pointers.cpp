#include "ptx/module/pointers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

constexpr unsigned kMostRounds = 16; // far more than loops are nested

// What a number counts from.
enum class Base {
  None,
  Generic, // it is a generic address
  Shared   // bytes from the beginning of the block's shared memory
};

bool callsFunction(const Value *value, StringRef name) {
  auto *call = dyn_cast<CallInst>(value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

bool isSharedOffset(const Value *value) { return callsFunction(value, "__raddle_shared_offset"); }
bool isSharedPointer(const Value *value) { return callsFunction(value, "__raddle_shared_pointer"); }

class PointerRecovery {
public:
  explicit PointerRecovery(Function &function) : function_(function) {}

  void run() {
    findBases();
    SmallVector<Instruction *, 32> uses;
    for (Instruction &instruction : instructions(function_))
      if (isa<IntToPtrInst>(instruction) || isSharedPointer(&instruction))
        uses.push_back(&instruction);
    for (Instruction *use : uses)
      replace(use);
    erase();
  }

private:
  // LLVM does not know that what computes addresses in shared memory has no effect.
  void erase() {
    SmallVector<WeakTrackingVH, 32> numbers;
    for (Instruction *use : replaced_) {
      numbers.emplace_back(use->getOperand(0));
      use->eraseFromParent();
    }
    for (WeakTrackingVH &number : numbers)
      if (auto *instruction = dyn_cast_or_null<Instruction>(number))
        RecursivelyDeleteTriviallyDeadInstructions(instruction);
    for (Instruction &instruction : make_early_inc_range(instructions(function_)))
      if (isSharedOffset(&instruction) && instruction.use_empty())
        instruction.eraseFromParent();
  }

  // Phis are taken for addresses until one of their values is none.
  void findBases() {
    for (unsigned round = 0; round < kMostRounds; ++round) {
      bool has_changed = false;
      for (Instruction &instruction : instructions(function_)) {
        const Base base =
            round == kMostRounds - 1 && isa<PHINode>(instruction) ? Base::None : computeBase(instruction);
        Base &known = bases_[&instruction];
        has_changed |= known != base;
        known = base;
      }
      if (!has_changed)
        return;
    }
    bases_.clear();
  }

  Base baseOf(Value *value) const { return bases_.lookup(value); }

  Base computeBase(Instruction &instruction) const {
    if (isa<PtrToIntInst>(instruction))
      return Base::Generic;
    if (isSharedOffset(&instruction))
      return Base::Shared;
    if (isa<TruncInst>(instruction) || isa<ZExtInst>(instruction))
      return baseOf(instruction.getOperand(0)) == Base::Shared ? Base::Shared : Base::None;
    if (instruction.getOpcode() == Instruction::Add || instruction.getOpcode() == Instruction::Sub)
      return baseOfSum(instruction);
    if (auto *phi = dyn_cast<PHINode>(&instruction))
      return baseOfAll(phi->incoming_values());
    if (auto *select = dyn_cast<SelectInst>(&instruction))
      return baseOfAll(drop_begin(select->operands()));
    return Base::None;
  }

  Base baseOfSum(const Instruction &sum) const {
    const Base left = baseOf(sum.getOperand(0)), right = baseOf(sum.getOperand(1));
    if (right == Base::None)
      return left;
    return left == Base::None && sum.getOpcode() == Instruction::Add ? right : Base::None;
  }

  // Those that have no base yet, in the first round, do not count.
  template <class Values> Base baseOfAll(Values &&values) const {
    Base common = Base::None;
    for (const Use &use : values) {
      auto *instruction = dyn_cast<Instruction>(use.get());
      if (instruction && !bases_.contains(instruction))
        continue;
      const Base base = baseOf(use.get());
      if (base == Base::None || (common != Base::None && base != common))
        return Base::None;
      common = base;
    }
    return common;
  }

  void replace(Instruction *use) {
    Value *number = use->getOperand(0);
    const Base wanted = isSharedPointer(use) ? Base::Shared : Base::Generic;
    if (baseOf(number) != wanted)
      return;
    use->replaceAllUsesWith(pointerOf(cast<Instruction>(number)));
    replaced_.push_back(use);
  }

  // The pointer beside a number that has a base.
  Value *pointerOf(Instruction *number) {
    if (auto found = pointers_.find(number); found != pointers_.end() && found->second)
      return found->second;
    if (isa<PtrToIntInst>(number) || isSharedOffset(number))
      return number->getOperand(0);
    if (auto *phi = dyn_cast<PHINode>(number))
      return pointerOfPhi(phi);
    IRBuilder<> builder(number);
    Value *pointer;
    if (auto *select = dyn_cast<SelectInst>(number)) {
      Value *chosen = pointerOf(cast<Instruction>(select->getTrueValue()));
      Value *other = pointerOf(cast<Instruction>(select->getFalseValue()));
      pointer = builder.CreateSelect(select->getCondition(), chosen, other);
    } else if (isa<CastInst>(number)) {
      pointer = pointerOf(cast<Instruction>(number->getOperand(0)));
    } else {
      pointer = pointerOfSum(number, builder);
    }
    pointers_[number] = pointer;
    return pointer;
  }

  // In shared memory sums are of 32 bits: what is added may be negative.
  Value *pointerOfSum(Instruction *sum, IRBuilder<> &builder) {
    const unsigned of_base = baseOf(sum->getOperand(0)) != Base::None ? 0 : 1;
    Value *offset = builder.CreateSExt(sum->getOperand(1 - of_base), builder.getInt64Ty());
    if (sum->getOpcode() == Instruction::Sub)
      offset = builder.CreateNeg(offset);
    return builder.CreatePtrAdd(pointerOf(cast<Instruction>(sum->getOperand(of_base))), offset);
  }

  Value *pointerOfPhi(PHINode *phi) {
    IRBuilder<> builder(phi);
    PHINode *pointer = builder.CreatePHI(builder.getPtrTy(), phi->getNumIncomingValues());
    pointers_[phi] = pointer;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      pointer->addIncoming(pointerOf(cast<Instruction>(phi->getIncomingValue(i))), phi->getIncomingBlock(i));
    return pointer;
  }

  Function &function_;
  DenseMap<Value *, Base> bases_;
  DenseMap<Value *, WeakTrackingVH> pointers_;
  SmallVector<Instruction *, 32> replaced_;
};

} // namespace

void recoverPointers(Function &function) { PointerRecovery(function).run(); }

} // namespace raddle::ptx
