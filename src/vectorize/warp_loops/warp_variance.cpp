#include "vectorize/warp_loops/warp_variance.h"

#include "abi/kernel_abi.h"
#include "analysis/divergent_joins.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <cstddef>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The address of a field of the thread that is the same in all threads of a block.
bool isAddressOfSharedField(const Instruction &instruction, const Argument &thread) {
  auto *address = dyn_cast<GetElementPtrInst>(&instruction);
  APInt offset(64, 0);
  return address && address->getPointerOperand() == &thread &&
         address->accumulateConstantOffset(address->getDataLayout(), offset) &&
         offset == offsetof(RaddleThread, block);
}

bool isNeverWritten(const LoadInst &load) {
  if (load.isVolatile() || load.isAtomic())
    return false;
  if (load.hasMetadata(LLVMContext::MD_invariant_load))
    return true;
  const Value *object = getUnderlyingObject(load.getPointerOperand());
  if (auto *variable = dyn_cast<GlobalVariable>(object))
    return variable->isConstant();
  auto *parameter = dyn_cast<Argument>(object);
  return parameter && parameter->hasByValAttr() && parameter->onlyReadsMemory();
}

// Whether it may give warps different results though its operands are the same.
bool differsByItself(const Instruction &instruction, const Argument &thread) {
  if (isa<AllocaInst>(instruction))
    return true;
  if (auto *load = dyn_cast<LoadInst>(&instruction)) {
    const auto *address = dyn_cast<Instruction>(load->getPointerOperand());
    return !isNeverWritten(*load) && !(address && isAddressOfSharedField(*address, thread));
  }
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return !call->doesNotAccessMemory();
  return is_contained(instruction.operands(), &thread) ? !isAddressOfSharedField(instruction, thread)
                                                       : instruction.mayReadFromMemory();
}

} // namespace

WarpVariance::WarpVariance(Function &kernel) {
  const analysis::DivergentJoins joins(kernel);
  const Argument &thread = *kernel.getArg(0);
  SmallVector<const Instruction *, 64> work;
  auto add = [&](const Instruction &instruction) {
    if (differ_.insert({&instruction, true}).second)
      work.push_back(&instruction);
  };
  auto addPhis = [&](const analysis::DivergentJoins::Blocks &blocks) {
    for (const BasicBlock *block : blocks)
      for (const PHINode &phi : block->phis())
        add(phi);
  };
  for (const Instruction &instruction : instructions(kernel))
    if (differsByItself(instruction, thread))
      add(instruction);
  while (!work.empty()) {
    const Instruction *instruction = work.pop_back_val();
    for (const User *user : instruction->users())
      add(*cast<Instruction>(user));
    if (!instruction->isTerminator() || instruction->getNumSuccessors() < 2)
      continue;
    analysis::DivergentJoins::Blocks meeting, left;
    joins.add(*instruction->getParent(), meeting, left);
    addPhis(meeting);
    addPhis(left);
  }
}

} // namespace raddle::vectorize
