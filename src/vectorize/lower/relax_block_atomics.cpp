#include "nvvm/markers.h"
#include "vectorize/passes.h"

#include "nvvm/address_spaces.h"

#include <llvm/Transforms/Utils/LowerAtomic.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool hasBlockScope(LLVMContext &context, SyncScope::ID scope) {
  return scope == context.getOrInsertSyncScopeID("block") ||
         scope == context.getOrInsertSyncScopeID("workgroup");
}

} // namespace

void relaxBlockAtomics(Module &module, const Input &input) {
  LLVMContext &context = module.getContext();
  SmallVector<Instruction *, 16> relaxed;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
        if (nvvm::isInSharedMemory(*update->getPointerOperand()) ||
            hasBlockScope(context, update->getSyncScopeID()))
          relaxed.push_back(update);
      } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        if (nvvm::isInSharedMemory(*exchange->getPointerOperand()) ||
            hasBlockScope(context, exchange->getSyncScopeID()))
          relaxed.push_back(exchange);
      }
    }
  for (Instruction *instruction : relaxed) {
    // Lanes of a vector would do it at the same time: widen makes them do it one by one.
    if (input.lanes != 1) {
      instruction->setMetadata(marker::kBlockAtomic, MDNode::get(context, {}));
      continue;
    }
    if (auto *update = dyn_cast<AtomicRMWInst>(instruction))
      lowerAtomicRMWInst(update);
    else
      lowerAtomicCmpXchgInst(cast<AtomicCmpXchgInst>(instruction));
  }
}

} // namespace raddle::vectorize
