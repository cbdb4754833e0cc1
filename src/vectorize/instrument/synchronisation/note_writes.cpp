// RADDLE_CHECK=sync: who has written last what others poll for.
//
//   while (atomicCAS(&lock, 0, 1) != 0);      a thread that hangs here waits for whoever has taken the lock
//
// In code that polls, atomic operations that change something, and stores that are volatile or atomic, tell the runtime.

#include "analysis/awaited_writes.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/lower/poll_marks.h"
#include "vectorize/passes.h"

#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

bool polls(const Module &module) {
  return any_of(module, [](const Function &function) {
    return any_of(instructions(function),
                  [](const Instruction &instruction) { return notedAwaitedWrites(instruction).has_value(); });
  });
}

// Whether it has changed what was there, as far as that is easily known; null for what is no such write.
Value *changes(IRBuilder<> &builder, Instruction &write) {
  if (auto *attempt = dyn_cast<AtomicCmpXchgInst>(&write))
    return builder.CreateExtractValue(attempt, 1);
  if (auto *update = dyn_cast<AtomicRMWInst>(&write)) {
    Value *operand = update->getValOperand();
    if (!operand->getType()->isIntegerTy())
      return builder.getTrue();
    const bool stores = update->getOperation() == AtomicRMWInst::Xchg;
    return builder.CreateICmpNE(operand, stores ? static_cast<Value *>(update)
                                                : Constant::getNullValue(operand->getType()));
  }
  auto *store = dyn_cast<StoreInst>(&write);
  return store && (store->isVolatile() || store->isAtomic()) ? builder.getTrue() : nullptr;
}

} // namespace

void noteWrites(Module &module) {
  if (!polls(module))
    return;
  for (Function &function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(marker::kLaneByLane))
      continue;
    for (Instruction &write : make_early_inc_range(instructions(function))) {
      if (!isa<AtomicCmpXchgInst, AtomicRMWInst, StoreInst>(write) || !write.getDebugLoc())
        continue;
      IRBuilder<> builder(write.getNextNode());
      builder.SetCurrentDebugLocation(write.getDebugLoc());
      Value *changed = changes(builder, write);
      if (!changed)
        continue;
      Value *address = const_cast<Value *>(analysis::accessedAddress(write));
      builder.CreateCall(nvvm::declare(module, Runtime::raddle_note_write),
                         {threadOf(function), builder.CreateAddrSpaceCast(address, builder.getPtrTy()),
                          builder.CreateZExt(changed, builder.getInt32Ty())});
    }
  }
}

} // namespace raddle::vectorize
