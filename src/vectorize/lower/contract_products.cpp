// Products that feed a sum become fused multiply-adds, here and nowhere else.
//
//   %p = fmul contract float %a, %b
//   %s = fadd contract float %p, %c        becomes   %s = call float @llvm.fma.f32(%a, %b, %c)
//
// nvcc fuses what it can, which LLVM leaves to its code generators: those decide by the instructions around,
// which differ between a thread and a warp, and so would the results. Up to here both engines compile IR that
// computes the same bits; once it says what is fused and permits nothing further, all later steps keep every bit.

#include "vectorize/passes.h"
#include "vectorize/processor.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

bool mayContract(const Value *value) {
  auto *operation = dyn_cast<FPMathOperator>(value);
  return operation && operation->hasAllowContract();
}

struct Product {
  Value *left = nullptr, *right = nullptr;
  bool negated = false;
};

Product asProduct(Value *value) {
  Product product;
  product.negated = match(value, m_FNeg(m_Value(value)));
  auto *multiplication = dyn_cast<BinaryOperator>(value);
  if (!multiplication || multiplication->getOpcode() != Instruction::FMul || !mayContract(multiplication))
    return {};
  product.left = multiplication->getOperand(0);
  product.right = multiplication->getOperand(1);
  return product;
}

// The fused form of a sum or difference, or null when no product is in it. a*b + c*d is fma(a, b, c*d).
Value *fuse(BinaryOperator &sum) {
  const bool is_difference = sum.getOpcode() == Instruction::FSub;
  for (unsigned i : {0u, 1u}) {
    Product product = asProduct(sum.getOperand(i));
    if (!product.left)
      continue;
    IRBuilder<> builder(&sum);
    Value *addend = sum.getOperand(1 - i);
    if (is_difference && i == 0)
      addend = builder.CreateFNeg(addend);
    // A constant is negated here and now.
    Value *&factor = isa<Constant>(product.right) ? product.right : product.left;
    if (product.negated != (is_difference && i == 1))
      factor = builder.CreateFNeg(factor);
    return builder.CreateIntrinsic(Intrinsic::fma, {sum.getType()}, {product.left, product.right, addend});
  }
  return nullptr;
}

bool hasFusedMultiplyAdd(const TargetMachine &machine) {
  return machine.getTargetTriple().isAArch64() || hasFeature(machine, "fma");
}

} // namespace

void contractProducts(Module &module, const TargetMachine &machine) {
  const bool fuses = hasFusedMultiplyAdd(machine);
  for (Function &function : module) {
    SmallVector<BinaryOperator *, 16> sums;
    if (fuses)
      for (Instruction &instruction : instructions(function))
        if (auto *operation = dyn_cast<BinaryOperator>(&instruction);
            operation && mayContract(operation) &&
            (operation->getOpcode() == Instruction::FAdd || operation->getOpcode() == Instruction::FSub))
          sums.push_back(operation);
    SmallVector<WeakTrackingVH, 16> fused;
    for (BinaryOperator *sum : sums)
      if (Value *value = fuse(*sum)) {
        value->takeName(sum);
        sum->replaceAllUsesWith(value);
        fused.push_back(sum);
      }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(fused);
    for (Instruction &instruction : instructions(function))
      if (isa<FPMathOperator>(instruction))
        instruction.copyFastMathFlags(FastMathFlags());
  }
}

} // namespace raddle::vectorize
