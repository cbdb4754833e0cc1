#include "vectorize/passes.h"

#include <llvm/ADT/SmallVectorExtras.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Instructions in a row. Addresses are computed in fewer.
constexpr unsigned kLongestChain = 8;

// LLVM computes an index on both sides of a branch and merges the stores after it. For 32 lanes a phi is a blend, which
// hides that neighbouring lanes have neighbouring elements:
//
//   if (border)                       if (border)                                 if (border)
//     out[i] = a;                       p = i (as 64 bits), x = a                   x = a
//   else                 becomes      else                            becomes     else
//     out[i] = b;                       q = i (as 64 bits), x = b                   x = b
//                                     out[phi(p, q)] = x                          out[i (as 64 bits)] = x
class Rematerialiser {
public:
  explicit Rematerialiser(Function &function) : function_(function), dominators_(function) {}

  void run() {
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function_))
      for (PHINode &phi : make_early_inc_range(block->phis()))
        rematerialise(phi);
  }

private:
  using Values = SmallVector<Value *, 4>;

  void rematerialise(PHINode &phi) {
    const Values incoming(phi.incoming_values());
    if (incoming.size() < 2 || !isComputedAlike(incoming, *phi.getParent(), kLongestChain))
      return;
    Instruction &here = *phi.getParent()->getFirstInsertionPt();
    phi.replaceAllUsesWith(compute(incoming, here));
    phi.eraseFromParent();
    // One of them may have come from several sides, or be part of another one.
    SmallVector<WeakTrackingVH, 4> dead(incoming.begin(), incoming.end());
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
  }

  // A value of the merge block itself may be an older one on the way to it.
  bool isKnownAt(const Value &value, const BasicBlock &merge) const {
    auto *instruction = dyn_cast<Instruction>(&value);
    return !instruction ||
           (instruction->getParent() != &merge && dominators_.dominates(instruction->getParent(), &merge));
  }

  static bool isExtension(const Instruction &instruction) {
    return isa<SExtInst>(instruction) || (isa<ZExtInst>(instruction) && instruction.hasNonNeg());
  }
  // No more than an address takes, and each time with the same result.
  static bool isCheap(const Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple() && load->hasMetadata(LLVMContext::MD_invariant_load);
    if (auto *call = dyn_cast<CallInst>(&instruction))
      return call->doesNotAccessMemory() && call->hasFnAttr(Attribute::Speculatable) &&
             (call->arg_empty() || isa<MinMaxIntrinsic>(call));
    if (auto *operation = dyn_cast<BinaryOperator>(&instruction))
      return operation->getType()->isIntegerTy() && !operation->isIntDivRem();
    return isa<CastInst, GetElementPtrInst, ICmpInst>(instruction);
  }

  bool isComputedAlike(ArrayRef<Value *> values, const BasicBlock &merge, unsigned steps) const {
    if (all_equal(values) && isKnownAt(*values.front(), merge))
      return true;
    auto *first = dyn_cast<Instruction>(values.front());
    if (!first || steps == 0 || !isCheap(*first))
      return false;
    for (Value *value : values) {
      auto *other = dyn_cast<Instruction>(value);
      if (!other || !isCheap(*other) || other->getType() != first->getType() ||
          !(other->isSameOperationAs(first, Instruction::CompareIgnoringAlignment) ||
            (isExtension(*first) && isExtension(*other))))
        return false;
    }
    for (unsigned i = 0; i < first->getNumOperands(); ++i)
      if (!isComputedAlike(operandsOf(values, i), merge, steps - 1))
        return false;
    return true;
  }

  static Values operandsOf(ArrayRef<Value *> values, unsigned number) {
    return map_to_vector<4>(values,
                            [&](Value *value) { return cast<Instruction>(value)->getOperand(number); });
  }

  Value *compute(ArrayRef<Value *> values, Instruction &here) {
    auto *first = dyn_cast<Instruction>(values.front());
    if (all_equal(values) && isKnownAt(*values.front(), *here.getParent()))
      return values.front();
    Values operands;
    for (unsigned i = 0; i < first->getNumOperands(); ++i)
      operands.push_back(compute(operandsOf(values, i), here));
    if (isExtension(*first))
      return CastInst::CreateSExtOrBitCast(operands.front(), first->getType(), first->getName(),
                                           here.getIterator());
    Instruction *result = first->clone();
    for (auto [i, operand] : enumerate(operands))
      result->setOperand(i, operand);
    for (Value *other : values)
      result->andIRFlags(other);
    if (auto *load = dyn_cast<LoadInst>(result))
      for (Value *other : values)
        load->setAlignment(std::min(load->getAlign(), cast<LoadInst>(other)->getAlign()));
    result->insertBefore(&here);
    return result;
  }

  Function &function_;
  DominatorTree dominators_;
};

} // namespace

void rematerialiseAtJoins(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      Rematerialiser(function).run();
}

} // namespace raddle::vectorize
