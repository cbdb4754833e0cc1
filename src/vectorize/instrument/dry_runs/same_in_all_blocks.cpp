#include "vectorize/instrument/dry_runs/same_in_all_blocks.h"

#include "abi/kernel_abi.h"
#include "analysis/divergent_joins.h"
#include "nvvm/markers.h"

#include <llvm/IR/InstIterator.h>
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

SameInAllBlocks::SameInAllBlocks(Function &kernel, const LoopInfo &loops) {
  const analysis::DivergentJoins joins(kernel);
  SmallVector<const Instruction *, 64> work;
  auto add = [&](const Instruction &instruction) {
    if (others_.insert(&instruction).second)
      work.push_back(&instruction);
  };
  auto addPhis = [&](const analysis::DivergentJoins::Blocks &blocks) {
    for (const BasicBlock *block : blocks)
      for (const PHINode &phi : block->phis())
        add(phi);
  };
  // What a loop has computed when it is left, which depends on when that is.
  auto addResults = [&](const BasicBlock *branch) {
    for (const Loop *loop = loops.getLoopFor(branch); loop; loop = loop->getParentLoop())
      if (loop->isLoopExiting(branch))
        for (const BasicBlock *block : loop->blocks())
          for (const Instruction &result : *block)
            for (const User *user : result.users())
              if (!loop->contains(cast<Instruction>(user)))
                add(*cast<Instruction>(user));
  };
  for (const Instruction &instruction : instructions(kernel))
    if (differsByItself(instruction))
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
    addResults(instruction->getParent());
  }
}

bool SameInAllBlocks::contains(const Value &value) const {
  if (auto *argument = dyn_cast<Argument>(&value))
    return argument->getArgNo() != 0;
  return isa<Instruction>(value) ? !others_.contains(&value)
                                 : isa<Constant>(value) && !isa<UndefValue>(value);
}

} // namespace raddle::vectorize
