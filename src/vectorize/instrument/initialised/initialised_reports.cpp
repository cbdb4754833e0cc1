#include "vectorize/instrument/initialised/initialised_reports.h"

#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/initialised/shadow_rules.h"

#include <llvm/IR/Module.h>

using namespace llvm;

namespace raddle::vectorize {

using nvvm::Runtime;

InitialisedReports::InitialisedReports(Function &function, const TrackedValues &values)
    : function_(function), values_(values), layout_(function.getParent()->getDataLayout()),
      are_made_(!function.hasFnAttribute(marker::kLaneByLane)), dominators_(function) {}

void InitialisedReports::checkValue(Instruction &at, Value *value, RaddleUse use, Value *written) {
  if (!are_made_ || !values_.contains(value))
    return;
  if (!written && use != kRaddleUsePrint && isChecked(at, value))
    return;
  IRBuilder<> builder(&at);
  builder.SetCurrentDebugLocation(at.getDebugLoc());
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(value->getType()).getFixedValue());
  tell(builder, values_.shadowOf(value), originOf(builder, value, values_), use, written,
       written ? bytes : 0);
}

bool InitialisedReports::isChecked(const Instruction &at, const Value *value) {
  SmallVector<const BasicBlock *, 2> &blocks = checked_[value];
  if (any_of(blocks, [&](const BasicBlock *block) { return dominators_.dominates(block, at.getParent()); }))
    return true;
  blocks.push_back(at.getParent());
  return false;
}

void InitialisedReports::checkMemory(Instruction &update, Value *address, Instruction &shadow) {
  if (!are_made_)
    return;
  IRBuilder<> builder(shadow.getNextNode());
  builder.SetCurrentDebugLocation(update.getDebugLoc());
  const bool is_exchange = isa<AtomicCmpXchgInst>(update);
  Type *type = is_exchange ? update.getOperand(1)->getType() : update.getType();
  const Origin origin =
      originOfMemory(builder, update, address, layout_.getTypeStoreSize(type).getFixedValue());
  tell(builder, &shadow, origin, kRaddleUseAtomicMemory, nullptr);
}

void InitialisedReports::tell(IRBuilder<> &builder, Value *shadow, const Origin &origin, RaddleUse use,
                              Value *written, unsigned written_bytes) {
  if (auto *known = dyn_cast<Constant>(shadow); known && known->isNullValue())
    return;
  Function *check = nvvm::declare(*function_.getParent(), Runtime::raddle_check_initialised);
  check->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  Value *target = written ? builder.CreatePtrToInt(written, builder.getInt64Ty())
                          : static_cast<Value *>(builder.getInt64(0));
  Value *warp = threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty());
  builder.CreateCall(check, {threadOf(function_),
                             builder.CreateZExt(isPoisoned(builder, shadow), builder.getInt32Ty()),
                             origin.read, origin.source, target, textOf(builder, origin.names), warp,
                             builder.getInt32(use | written_bytes << kRaddleUseBytesShift)});
}

Constant *InitialisedReports::textOf(IRBuilder<> &builder, const std::string &text) {
  Constant *&known = texts_[text];
  if (!known)
    known = builder.CreateGlobalString(text, "sources", 0, function_.getParent());
  return known;
}

} // namespace raddle::vectorize
