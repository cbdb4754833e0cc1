#include "vectorize/instrument/counters/counted_accesses.h"

#include <llvm/IR/DataLayout.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kWidestAccess = 16;

CountedAccess accessOf(Instruction &instruction, Value *address, Type *type, StringRef kind) {
  const std::uint64_t bytes = instruction.getDataLayout().getTypeStoreSize(type).getFixedValue();
  return {&instruction, address, std::min(bytes, kWidestAccess), kind,
          (bytes + kWidestAccess - 1) / kWidestAccess};
}

} // namespace

void addAccesses(BasicBlock &block, SmallVectorImpl<CountedAccess> &accesses) {
  for (Instruction &instruction : block)
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      accesses.push_back(accessOf(instruction, load->getPointerOperand(), load->getType(), "load"));
    else if (auto *store = dyn_cast<StoreInst>(&instruction))
      accesses.push_back(
          accessOf(instruction, store->getPointerOperand(), store->getValueOperand()->getType(), "store"));
    else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      accesses.push_back(accessOf(instruction, update->getPointerOperand(), update->getType(), "atomic"));
    else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      accesses.push_back(accessOf(instruction, exchange->getPointerOperand(),
                                  exchange->getCompareOperand()->getType(), "atomic"));
}

} // namespace raddle::vectorize
