#include "analysis/stored_words.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

using namespace llvm;

namespace raddle::analysis {

namespace {

bool isReachedThroughParameter(const Value &address) {
  const Value *object = getUnderlyingObject(&address, /*MaxLookup=*/0);
  if (auto *load = dyn_cast<LoadInst>(object))
    object = getUnderlyingObject(load->getPointerOperand(), /*MaxLookup=*/0);
  return isa<Argument>(object);
}

std::uint64_t bytesStoredIn(const BasicBlock &block) {
  const DataLayout &layout = block.getModule()->getDataLayout();
  std::uint64_t bytes = 0;
  for (const Instruction &instruction : block)
    if (auto *store = dyn_cast<StoreInst>(&instruction);
        store && isReachedThroughParameter(*store->getPointerOperand()))
      bytes += layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
  return bytes;
}

} // namespace

std::uint32_t storedWords(const Function &kernel) {
  DenseMap<const BasicBlock *, std::uint64_t> bytes_up_to;
  std::uint64_t most = 0;
  for (const BasicBlock *block : ReversePostOrderTraversal<const Function *>(&kernel)) {
    std::uint64_t before = 0;
    for (const BasicBlock *predecessor : predecessors(block)) // the sources of back edges are not there yet
      before = std::max(before, bytes_up_to.lookup(predecessor));
    most = std::max(most, bytes_up_to[block] = before + bytesStoredIn(*block));
  }
  constexpr std::uint64_t kBytesOfWord = 4;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>((most + kBytesOfWord - 1) / kBytesOfWord, UINT32_MAX - 1));
}

} // namespace raddle::analysis
