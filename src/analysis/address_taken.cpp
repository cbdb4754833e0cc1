#include "analysis/address_taken.h"

#include "nvvm/markers.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace raddle::analysis {

SetVector<Function *> addressTakenFunctions(Module &module) {
  SetVector<Function *> taken;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const bool ignore_callbacks = true, ignore_assume = true, ignore_used = true;
    if (function.hasAddressTaken(nullptr, ignore_callbacks, ignore_assume, ignore_used))
      taken.insert(&function);
  }
  return taken;
}

static bool refersToGlobals(const Constant &constant, SmallPtrSetImpl<const Constant *> &seen) {
  if (isa<GlobalValue>(constant))
    return true;
  if (!seen.insert(&constant).second)
    return false;
  for (const Use &operand : constant.operands())
    if (refersToGlobals(*cast<Constant>(operand.get()), seen))
      return true;
  return false;
}

bool refersToGlobals(const Constant &constant) {
  SmallPtrSet<const Constant *, 16> seen;
  return refersToGlobals(constant, seen);
}

namespace {

bool isListOfTheCompiler(const User &user) {
  auto *variable = dyn_cast<GlobalVariable>(&user);
  return variable && variable->getName().starts_with("llvm.");
}

// What the runtime is given, it does not keep.
bool passesToRuntime(const Use &use) {
  auto *call = dyn_cast<CallBase>(use.getUser());
  return call && call->isArgOperand(&use) && call->getCalledFunction() &&
         call->getCalledFunction()->isDeclaration();
}

bool accessesMemory(const Use &use) {
  const User *user = use.getUser();
  if (auto *store = dyn_cast<StoreInst>(user))
    return use.getOperandNo() == store->getPointerOperandIndex();
  return isa<LoadInst>(user);
}

bool passesAddressOn(const User &user) {
  return isa<GEPOperator, AddrSpaceCastOperator, BitCastOperator, PHINode, SelectInst, FreezeInst>(user);
}

} // namespace

bool addressEscapes(const GlobalVariable &variable) {
  SmallPtrSet<const Value *, 16> seen{&variable};
  SmallVector<const Value *, 16> addresses{&variable};
  while (!addresses.empty())
    for (const Use &use : addresses.pop_back_val()->uses()) {
      const User *user = use.getUser();
      if (accessesMemory(use) || passesToRuntime(use) || isListOfTheCompiler(*user))
        continue;
      // Initialisers mention variables in aggregates, too.
      if (!passesAddressOn(*user) && !isa<ConstantAggregate>(user))
        return true;
      if (seen.insert(user).second)
        addresses.push_back(user);
    }
  return false;
}

bool callsIndirectly(const Function &function) {
  for (const Instruction &instruction : instructions(function))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (call->isIndirectCall())
        return true;
  return false;
}

SetVector<Function *> indirectTargetsOf(Function &kernel, const SetVector<Function *> &address_taken) {
  SetVector<Function *> reached, targets;
  reached.insert(&kernel);
  for (size_t i = 0; i < reached.size(); ++i)
    for (Instruction &instruction : instructions(reached[i])) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || call->isInlineAsm())
        continue;
      if (Function *callee = call->getCalledFunction()) {
        if (!callee->isDeclaration())
          reached.insert(callee);
        continue;
      }
      for (Function *target : address_taken)
        if (target->getFunctionType() == call->getFunctionType()) {
          targets.insert(target);
          reached.insert(target);
        }
    }
  SetVector<Function *> in_order;
  for (Function *function : address_taken)
    if (targets.contains(function))
      in_order.insert(function);
  return in_order;
}

bool isIndirectTarget(const Function &function) { return function.hasFnAttribute(marker::kIndirectTarget); }

SmallVector<Function *, 4> indirectTargetsOf(const CallBase &call) {
  SmallVector<Function *, 4> targets;
  for (const Function &function : *call.getModule())
    if (isIndirectTarget(function) && function.getFunctionType() == call.getFunctionType())
      targets.push_back(const_cast<Function *>(&function));
  return targets;
}

} // namespace raddle::analysis
