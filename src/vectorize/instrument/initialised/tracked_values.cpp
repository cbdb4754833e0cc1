#include "vectorize/instrument/initialised/tracked_values.h"

#include "nvvm/markers.h"
#include "vectorize/instrument/initialised/shadow_rules.h"
#include "vectorize/instrument/initialised/uninitialised.h"
#include "vectorize/instrument/initialised/warp_shadows.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Whether an atomic update has found what it had read before: which is known, whatever that was.
bool isOutcomeOfExchange(const Instruction &instruction) {
  auto *comparison = dyn_cast<ICmpInst>(&instruction);
  if (!comparison || !comparison->isEquality())
    return false;
  for (const unsigned i : {0u, 1u})
    if (auto *part = dyn_cast<ExtractValueInst>(comparison->getOperand(i)))
      if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(part->getAggregateOperand()))
        return exchange->getCompareOperand() == comparison->getOperand(1 - i);
  return false;
}

bool isComputed(const Instruction &instruction) {
  if (auto *call = dyn_cast<CallInst>(&instruction))
    if (nvvm::calledRuntimeFunction(*call))
      return hasWarpRule(*call);
  return hasShadowRule(instruction) && !isOutcomeOfExchange(instruction);
}

} // namespace

TrackedValues::TrackedValues(Function &function, ShadowMemory &memory)
    : layout_(function.getParent()->getDataLayout()) {
  SmallVector<Instruction *, 32> open;
  for (Instruction &instruction : instructions(function))
    if (!ShadowMemory::isShadow(instruction) && !instruction.hasMetadata(marker::kProven) &&
        isRead(instruction, memory))
      open.push_back(&instruction);
  sources_.insert(open.begin(), open.end());
  while (!open.empty()) {
    Instruction *instruction = open.pop_back_val();
    if (!tracked_.insert(instruction).second)
      continue;
    for (User *user : instruction->users()) {
      auto *next = dyn_cast<Instruction>(user);
      if (next && isa<WithOverflowInst>(next)) // its parts have shadows
        for (User *part : next->users())
          open.push_back(cast<Instruction>(part));
      else if (next && isComputed(*next))
        open.push_back(next);
    }
  }
}

bool TrackedValues::isRead(Instruction &instruction, ShadowMemory &memory) const {
  if (!shadowTypeOf(instruction.getType(), layout_))
    return false;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return memory.isTracked(load->getPointerOperand());
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return update->getOperation() == AtomicRMWInst::Xchg;
  return isUninitialised(instruction);
}

Value *TrackedValues::shadowOf(Value *value) const {
  Type *type = shadowTypeOf(value->getType(), layout_);
  if (!tracked_.contains(value))
    return type ? Constant::getNullValue(type) : nullptr;
  auto found = shadows_.find(value);
  return found == shadows_.end() ? Constant::getNullValue(type) : found->second;
}

} // namespace raddle::vectorize
