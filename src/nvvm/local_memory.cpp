#include "nvvm/local_memory.h"

#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace raddle::nvvm {

namespace {

// The declaration of a variable is where its life begins.
const DILocation *declarationOf(const AllocaInst &variable) {
  SmallVector<const Value *, 4> views{&variable};
  for (const Value *view = nullptr; !views.empty();) {
    view = views.pop_back_val();
    for (const User *user : view->users())
      if (isa<AddrSpaceCastInst>(user))
        views.push_back(user);
      else if (auto *call = dyn_cast<IntrinsicInst>(user);
               call && call->getIntrinsicID() == llvm::Intrinsic::lifetime_start && call->getDebugLoc())
        return call->getDebugLoc().get();
  }
  return nullptr;
}

std::string placeOf(const AllocaInst &variable) {
  if (const DILocation *place = declarationOf(variable))
    return fmt::format("{}:{}:{}", place->getFilename().str(), place->getLine(), place->getColumn());
  if (const DISubprogram *function = variable.getFunction()->getSubprogram())
    return fmt::format("{}:{}", function->getFilename().str(), function->getLine());
  return "raddle";
}

} // namespace

std::vector<LargeVariable> variablesTooLarge(const Module &module) {
  std::vector<LargeVariable> found;
  for (const Function &function : module)
    for (const Instruction &instruction : instructions(function)) {
      auto *variable = dyn_cast<AllocaInst>(&instruction);
      if (!variable)
        continue;
      const auto size = variable->getAllocationSize(module.getDataLayout());
      if (!size || size->getFixedValue() <= kMostLocalBytes)
        continue;
      found.push_back({placeOf(*variable),
                       fmt::format("a local variable of '{}' has {} bytes, but a thread has {} bytes of "
                                   "local memory at most; cudaMalloc() has more",
                                   demangle(function.getName()), size->getFixedValue(), kMostLocalBytes)});
    }
  return found;
}

} // namespace raddle::nvvm
