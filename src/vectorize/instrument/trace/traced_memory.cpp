#include "vectorize/instrument/trace/traced_memory.h"

#include "abi/kernel_abi.h"
#include "nvvm/readable_names.h"
#include "vectorize/instrument/locals/local_variables.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// What is stored into a local variable, if that happens in a single place.
Value *onlyValueOf(const Value *local) {
  if (!isa<AllocaInst>(local))
    return nullptr;
  Value *value = nullptr;
  for (const User *user : local->users()) {
    auto *store = dyn_cast<StoreInst>(user);
    if (!store || store->getPointerOperand() != local)
      continue;
    if (value)
      return nullptr;
    value = const_cast<Value *>(store->getValueOperand());
  }
  return value;
}

} // namespace

std::string nameOfObject(Value *root) {
  if (auto *variable = dyn_cast<GlobalVariable>(root)) {
    const std::string whole = nvvm::readableName(variable->getName().split('@').first.str());
    const std::size_t colon = whole.rfind("::");
    return colon == std::string::npos ? whole : whole.substr(colon + 2);
  }
  if (auto *load = dyn_cast<LoadInst>(root))
    return nameInSource(*rootOf(load->getPointerOperand())).str();
  return isa<Argument>(root) ? root->getName().str() : "";
}

unsigned spaceOf(const Value *root) {
  const unsigned space = root->getType()->getPointerAddressSpace();
  return isa<GlobalVariable>(root) && space == 0 ? unsigned{kRaddleSpaceGlobal} : space;
}

bool isLocal(Value *root) {
  for (unsigned steps = 0; steps < 8 && !isa<AllocaInst>(root); ++steps) {
    auto *load = dyn_cast<LoadInst>(root);
    Value *stored = load ? onlyValueOf(load->getPointerOperand()) : nullptr;
    if (!stored || !stored->getType()->isPointerTy())
      return false;
    root = rootOf(stored);
  }
  return isa<AllocaInst>(root);
}

bool comesFromFloat(const Value *value) {
  for (unsigned steps = 0; steps < 8; ++steps) {
    if (auto *cast = dyn_cast<BitCastInst>(value))
      return cast->getSrcTy()->isFloatTy();
    auto *load = dyn_cast<LoadInst>(value);
    auto *local = load ? dyn_cast<AllocaInst>(load->getPointerOperand()) : nullptr;
    if (!local)
      return false;
    if (local->getAllocatedType()->isFloatTy())
      return true;
    value = onlyValueOf(local);
    if (!value)
      return false;
  }
  return false;
}

} // namespace raddle::vectorize
