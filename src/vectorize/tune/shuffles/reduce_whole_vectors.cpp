// Sums of all lanes by shuffles, of which only one lane's result is used, add up pairs of elements step by step. Where the pairs are
// neighbours, each step has to sort the elements of a vector first. Integers may be added in any order:
//
//   x = elements 0, 2, 4 ... + elements 1, 3, 5 ... of x                x = lower half of x + upper half of x
//   ...                                                     becomes     ...
//   s = element 0 + element 1 of x                                      s = element 0 + element 1 of x

#include "vectorize/tune/passes.h"

#include "vectorize/tune/preserved_analyses.h"

#include <llvm/ADT/SmallBitVector.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// The reduction by an operation on integers whose operands may come in any order.
Intrinsic::ID reductionBy(const Value &value) {
  if (auto *binary = dyn_cast<BinaryOperator>(&value))
    switch (binary->getOpcode()) {
    case Instruction::Add:
      return Intrinsic::vector_reduce_add;
    case Instruction::Mul:
      return Intrinsic::vector_reduce_mul;
    case Instruction::And:
      return Intrinsic::vector_reduce_and;
    case Instruction::Or:
      return Intrinsic::vector_reduce_or;
    case Instruction::Xor:
      return Intrinsic::vector_reduce_xor;
    default:
      return Intrinsic::not_intrinsic;
    }
  auto *extreme = dyn_cast<MinMaxIntrinsic>(&value);
  switch (extreme ? extreme->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::smin:
    return Intrinsic::vector_reduce_smin;
  case Intrinsic::smax:
    return Intrinsic::vector_reduce_smax;
  case Intrinsic::umin:
    return Intrinsic::vector_reduce_umin;
  case Intrinsic::umax:
    return Intrinsic::vector_reduce_umax;
  default:
    return Intrinsic::not_intrinsic;
  }
}

unsigned lengthOf(const Value &vector) { return cast<FixedVectorType>(vector.getType())->getNumElements(); }

// The vector of whose elements these are all, each once, if nothing else uses it.
Value *wholeOf(Value &first, Value &second, bool &are_halves) {
  Value *whole = nullptr;
  ArrayRef<int> one, other;
  if (!match(&first, m_OneUse(m_Shuffle(m_Value(whole), m_Poison(), m_Mask(one)))) ||
      !match(&second, m_OneUse(m_Shuffle(m_Specific(whole), m_Poison(), m_Mask(other)))) ||
      !whole->hasNUses(2))
    return nullptr;
  const unsigned length = lengthOf(*whole);
  SmallBitVector seen(length);
  for (int element : concat<const int>(one, other)) {
    if (element < 0 || static_cast<unsigned>(element) >= length || seen.test(static_cast<unsigned>(element)))
      return nullptr;
    seen.set(static_cast<unsigned>(element));
  }
  if (!seen.all())
    return nullptr;
  int begin = 0;
  for (ArrayRef<int> mask : {one, other})
    are_halves &= ShuffleVectorInst::isExtractSubvectorMask(mask, static_cast<int>(length), begin);
  return whole;
}

// The longest vector of which `last` is the reduction, where neighbours are combined on the way.
Value *reducedBy(Instruction &last, Intrinsic::ID reduction) {
  Value *vector = nullptr;
  ConstantInt *one = nullptr, *other = nullptr;
  if (!match(last.getOperand(0), m_OneUse(m_ExtractElt(m_Value(vector), m_ConstantInt(one)))) ||
      !match(last.getOperand(1), m_OneUse(m_ExtractElt(m_Specific(vector), m_ConstantInt(other)))) ||
      !isa<FixedVectorType>(vector->getType()) || lengthOf(*vector) != 2 || !vector->hasNUses(2) ||
      one->getZExtValue() + other->getZExtValue() != 1)
    return nullptr;
  bool are_halves = true;
  for (auto *step = dyn_cast<Instruction>(vector); step && reductionBy(*step) == reduction;
       step = dyn_cast<Instruction>(vector)) {
    Value *whole = wholeOf(*step->getOperand(0), *step->getOperand(1), are_halves);
    if (!whole)
      break;
    vector = whole;
  }
  return are_halves ? nullptr : vector;
}

} // namespace

PreservedAnalyses reduceWholeVectors(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  for (Instruction &last : make_early_inc_range(instructions(function))) {
    if (!last.getType()->isIntegerTy())
      continue;
    const Intrinsic::ID reduction = reductionBy(last);
    Value *vector = reduction == Intrinsic::not_intrinsic ? nullptr : reducedBy(last, reduction);
    if (!vector)
      continue;
    IRBuilder<> builder(&last);
    last.replaceAllUsesWith(builder.CreateIntrinsic(reduction, {vector->getType()}, {vector}));
    changed = true;
  }
  if (changed)
    for (BasicBlock &block : function)
      SimplifyInstructionsInBlock(&block);
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
