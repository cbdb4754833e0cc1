#include "vectorize/instrument/memory/checked_accesses.h"

#include "abi/kernel_abi.h"
#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

SmallVector<CheckedAccess, 32> accessesIn(Function &function) {
  const DataLayout &layout = function.getDataLayout();
  SmallVector<CheckedAccess, 32> accesses;
  auto add = [&](Instruction &instruction, Value *address, Type *type, unsigned flags) {
    auto *bytes = ConstantInt::get(Type::getInt64Ty(function.getContext()),
                                   layout.getTypeStoreSize(type).getFixedValue());
    accesses.push_back({&instruction, address, bytes, flags});
  };
  for (Instruction &instruction : instructions(function)) {
    // What the detector of uninitialised values accesses is no memory of the program.
    if (instruction.hasMetadata(marker::kShadow) || instruction.hasMetadata(marker::kProven) ||
        instruction.hasMetadata(marker::kProvenPlace))
      continue;
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      add(instruction, load->getPointerOperand(), load->getType(),
          load->isAtomic() ? kRaddleAccessIsAtomic : 0);
    } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      add(instruction, store->getPointerOperand(), store->getValueOperand()->getType(),
          kRaddleAccessWrites | (store->isAtomic() ? kRaddleAccessIsAtomic : 0));
    } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
      add(instruction, update->getPointerOperand(), update->getType(),
          kRaddleAccessWrites | kRaddleAccessIsAtomic);
    } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      add(instruction, exchange->getPointerOperand(), exchange->getCompareOperand()->getType(),
          kRaddleAccessWrites | kRaddleAccessIsAtomic);
    } else if (auto *whole = dyn_cast<MemIntrinsic>(&instruction)) {
      IRBuilder<> builder(whole);
      Value *bytes = builder.CreateZExtOrTrunc(whole->getLength(), builder.getInt64Ty());
      if (auto *copy = dyn_cast<MemTransferInst>(whole))
        accesses.push_back({whole, copy->getRawSource(), bytes, 0});
      accesses.push_back({whole, whole->getRawDest(), bytes, kRaddleAccessWrites});
    }
  }
  return accesses;
}

void givePlace(Instruction &access, const Value *address) {
  auto isKnown = [](const Instruction *instruction) {
    return instruction && instruction->getDebugLoc() && instruction->getDebugLoc().getLine() != 0;
  };
  auto take = [&](const Value *other) {
    auto *instruction = dyn_cast<Instruction>(other);
    if (!isKnown(&access) && isKnown(instruction))
      access.setDebugLoc(instruction->getDebugLoc());
  };
  take(address);
  for (const User *user : access.users())
    take(user);
  for (const Instruction *next = access.getNextNode(); next && !isKnown(&access); next = next->getNextNode())
    take(next);
  for (const Instruction *last = access.getPrevNode(); last && !isKnown(&access); last = last->getPrevNode())
    take(last);
}

bool isMemoryOfRuntime(const Value *root, const Function &function) {
  if (root == function.getArg(0))
    return true;
  if (auto *call = dyn_cast<CallInst>(root); call && call->getCalledFunction())
    return call->getCalledFunction()->getName().starts_with(marker::kThreadField) ||
           nvvm::isCallOf(*call, nvvm::Runtime::raddle_find_object);
  if (auto *load = dyn_cast<LoadInst>(root)) {
    const Value *base = getUnderlyingObject(load->getPointerOperand());
    return base != root && isMemoryOfRuntime(base, function);
  }
  return false;
}

bool isSampler(const Value *root) {
  return isa<IntToPtrInst>(root) && root->getType()->getPointerAddressSpace() == nvvm::kConstantAddressSpace;
}

} // namespace raddle::vectorize
