// Bytes of bool variables that are neither 0 nor 1, as a GPU reads them.
//
//   bool found = *flag;            // *flag == 2, by cudaMemset() or through a pointer to another type
//   if (found) count += found;     // true, and 2
//
// C++ promises that there are no such bytes, so that clang looks at the lowest bit. To nvcc a bool is a number of eight bits: its
// truth is whether it is zero, and conversions and copies keep it.

#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool readsBool(const TruncInst &truth) {
  return truth.getSrcTy()->isIntegerTy(8) && truth.getDestTy()->isIntegerTy(1) &&
         isa<LoadInst>(truth.getOperand(0));
}

void define(TruncInst *truth) {
  auto *byte = cast<LoadInst>(truth->getOperand(0));
  byte->setMetadata(LLVMContext::MD_range, nullptr);
  for (User *user : make_early_inc_range(truth->users()))
    if (auto *conversion = dyn_cast<CastInst>(user); conversion && isa<ZExtInst, UIToFPInst>(conversion)) {
      IRBuilder<> builder(conversion);
      conversion->replaceAllUsesWith(
          builder.CreateCast(conversion->getOpcode(), byte, conversion->getType()));
      conversion->eraseFromParent();
    }
  if (!truth->use_empty()) {
    IRBuilder<> builder(truth);
    truth->replaceAllUsesWith(builder.CreateIsNotNull(byte));
  }
  truth->eraseFromParent();
}

} // namespace

void defineBools(Module &module) {
  SmallVector<TruncInst *, 16> truths;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *truth = dyn_cast<TruncInst>(&instruction); truth && readsBool(*truth))
        truths.push_back(truth);
  for (TruncInst *truth : truths)
    define(truth);
}

} // namespace raddle::vectorize
