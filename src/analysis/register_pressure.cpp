#include "analysis/register_pressure.h"

#include "nvvm/address_spaces.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

using namespace llvm;

namespace raddle::analysis {

namespace {

// Registers that ptxas adds to those for the values of the program, fitted.
constexpr unsigned kOverheadRegisters = 8;
// ptxas unrolls loops by four and loads for all four iterations at first, as long as that costs no occupancy: up to so many
// registers do not.
constexpr unsigned kUnrolledIterations = 4;
constexpr unsigned kFreeRegisters = 32;
// Registers that the inlined body of a mathematical function needs at most, fitted.
constexpr unsigned kRegistersOfMathFunction = 10;

unsigned wordsOf(Type *type) {
  if (type->isIntegerTy())
    return type->getIntegerBitWidth() == 1 ? 0 : (type->getIntegerBitWidth() + 31) / 32;
  if (auto *pointer = dyn_cast<PointerType>(type)) {
    unsigned space = pointer->getAddressSpace();
    return space == nvvm::kSharedAddressSpace || space == nvvm::kLocalAddressSpace ? 1 : 2;
  }
  if (auto *vector = dyn_cast<FixedVectorType>(type))
    return static_cast<unsigned>((vector->getPrimitiveSizeInBits().getFixedValue() + 31) / 32);
  if (auto *structure = dyn_cast<StructType>(type)) {
    unsigned words = 0;
    for (Type *element : structure->elements())
      words += wordsOf(element);
    return words;
  }
  if (auto *array = dyn_cast<ArrayType>(type))
    return static_cast<unsigned>(array->getNumElements()) * wordsOf(array->getElementType());
  return (static_cast<unsigned>(type->getPrimitiveSizeInBits().getFixedValue()) + 31) / 32;
}

// An offset that loads and stores have room for.
bool isFoldedIntoAddress(const Instruction &instruction) {
  auto *address = dyn_cast<GetElementPtrInst>(&instruction);
  return address && address->hasAllConstantIndices();
}

// Another name for the same register.
const Value *sameRegister(const Value *value) {
  while (auto *instruction = dyn_cast<Instruction>(value)) {
    if (!isFoldedIntoAddress(*instruction) &&
        !isa<BitCastInst, AddrSpaceCastInst, PtrToIntInst, IntToPtrInst>(instruction))
      break;
    value = instruction->getOperand(0);
  }
  return value;
}

bool callsMathFunction(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isIntrinsic() && callee->isDeclaration() && call->getType()->isFloatingPointTy();
}

unsigned wordsLoadedByInnermostLoop(const Function &function) {
  // LoopInfo takes a changeable function but changes nothing.
  DominatorTree dominators(const_cast<Function &>(function));
  LoopInfo loops(dominators);
  unsigned most = 0;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    unsigned words = 0;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block)
        if (isa<LoadInst>(instruction))
          words += std::max(1u, wordsOf(instruction.getType()));
    if (loop->isInnermost())
      most = std::max(most, words);
  }
  return most;
}

class Liveness {
public:
  explicit Liveness(const Function &function) : function_(function) {
    for (const Instruction &instruction : instructions(function))
      if (unsigned words = instruction.getType()->isVoidTy() ? 0 : wordsOf(instruction.getType());
          words > 0 && sameRegister(&instruction) == &instruction && !isa<AllocaInst>(instruction)) {
        number_[&instruction] = static_cast<unsigned>(words_.size());
        words_.push_back(words);
      }
    solve();
  }

  unsigned mostWords() const {
    unsigned most = 0;
    for (const BasicBlock &block : function_)
      most = std::max(most, mostWordsIn(block));
    return most;
  }

private:
  // Which of a block's values its successors read; a phi reads at the end of the block that it names.
  BitVector liveOut(const BasicBlock &block) const {
    BitVector live(static_cast<unsigned>(words_.size()));
    for (const BasicBlock *successor : successors(&block)) {
      live |= live_in_.lookup(successor);
      for (const PHINode &phi : successor->phis())
        add(live, phi.getIncomingValueForBlock(&block));
    }
    return live;
  }

  void add(BitVector &live, const Value *value) const {
    if (auto found = number_.find(sameRegister(value)); found != number_.end())
      live.set(found->second);
  }

  void stepOver(BitVector &live, const Instruction &instruction) const {
    if (auto found = number_.find(&instruction); found != number_.end())
      live.reset(found->second);
    if (isa<PHINode>(instruction) || isa<DbgInfoIntrinsic>(instruction))
      return;
    for (const Use &operand : instruction.operands())
      add(live, operand.get());
  }

  void solve() {
    unsigned count = static_cast<unsigned>(words_.size());
    for (const BasicBlock &block : function_)
      live_in_[&block] = BitVector(count);
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock *block : post_order(&function_)) {
        BitVector live = liveOut(*block);
        for (const Instruction &instruction : reverse(*block))
          stepOver(live, instruction);
        if (BitVector &known = live_in_[block]; known != live) {
          known = std::move(live);
          changed = true;
        }
      }
    }
  }

  unsigned total(const BitVector &live) const {
    unsigned words = 0;
    for (unsigned value : live.set_bits())
      words += words_[value];
    return words;
  }

  unsigned mostWordsIn(const BasicBlock &block) const {
    BitVector live = liveOut(block);
    unsigned most = total(live);
    for (const Instruction &instruction : reverse(block)) {
      stepOver(live, instruction);
      most = std::max(most, total(live) + (callsMathFunction(instruction) ? kRegistersOfMathFunction : 0));
    }
    return most;
  }

  const Function &function_;
  DenseMap<const Value *, unsigned> number_;
  SmallVector<unsigned, 64> words_;
  DenseMap<const BasicBlock *, BitVector> live_in_;
};

} // namespace

unsigned liveWords(const Function &function) { return Liveness(function).mostWords(); }

unsigned estimateRegisters(const Function &kernel) {
  unsigned registers = liveWords(kernel) + kOverheadRegisters;
  const unsigned unrolled = registers + kUnrolledIterations * wordsLoadedByInnermostLoop(kernel);
  return std::max(registers, std::min(kFreeRegisters, unrolled));
}

} // namespace raddle::analysis
