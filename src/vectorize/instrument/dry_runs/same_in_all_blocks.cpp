#include "vectorize/instrument/dry_runs/same_in_all_blocks.h"

#include "abi/kernel_abi.h"
#include "nvvm/markers.h"

#include <llvm/IR/IntrinsicInst.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The field of RaddleThread that a value is (see fields.h), by its offset.
std::optional<unsigned> threadFieldOf(const Value &value) {
  auto *call = dyn_cast<CallInst>(&value);
  unsigned offset = 0;
  if (!call || !call->getCalledFunction())
    return std::nullopt;
  StringRef name = call->getCalledFunction()->getName();
  if (!name.consume_front(marker::kThreadField) || name.getAsInteger(10, offset))
    return std::nullopt;
  return offset;
}

bool isFieldOfLaunch(const LoadInst &load) {
  APInt offset(64, 0);
  const Value *block = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      load.getDataLayout(), offset, /*AllowNonInbounds=*/true);
  return load.hasMetadata(LLVMContext::MD_invariant_load) &&
         threadFieldOf(*block) == offsetof(RaddleThread, block) &&
         offset.uge(offsetof(RaddleBlock, block_dim)) && offset.ult(offsetof(RaddleBlock, shared));
}

// Whether blocks may differ in it though its operands are the same.
bool differsByItself(const Instruction &instruction) {
  if (const auto field = threadFieldOf(instruction))
    return *field >= sizeof(RaddleDim3) && *field != offsetof(RaddleThread, lane) &&
           *field != offsetof(RaddleThread, warp) && *field != offsetof(RaddleThread, block);
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return !isFieldOfLaunch(*load);
  if (auto *call = dyn_cast<CallBase>(&instruction);
      call && (!isa<IntrinsicInst>(call) || call->isConvergent()))
    return true;
  return isa<AllocaInst>(instruction) || instruction.mayReadOrWriteMemory() ||
         any_of(instruction.operands(), [](const Use &operand) { return isa<UndefValue>(operand); });
}

} // namespace

SameInAllBlocks::SameInAllBlocks(Function &kernel)
    : others_(analysis::spreadDifferences(kernel, differsByItself)) {}

bool SameInAllBlocks::contains(const Value &value) const {
  if (auto *argument = dyn_cast<Argument>(&value))
    return argument->getArgNo() != 0;
  auto *instruction = dyn_cast<Instruction>(&value);
  return instruction ? !others_.contains(instruction) : isa<Constant>(value) && !isa<UndefValue>(value);
}

} // namespace raddle::vectorize
