#include "jit/compiler/load/module_facts.h"

#include "analysis/address_taken.h"
#include "nvvm/address_spaces.h"
#include "nvvm/intrinsics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

using namespace llvm;

namespace raddle::jit {

namespace {

// Everything that the address-taken functions can run.
SetVector<Function *> reachableFrom(const SetVector<Function *> &roots) {
  SetVector<Function *> reached(roots.begin(), roots.end());
  for (size_t i = 0; i < reached.size(); ++i)
    for (Instruction &instruction : instructions(reached[i]))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
          reached.insert(callee);
  return reached;
}

bool mayWait(const Function &function) {
  for (const Instruction &instruction : instructions(function)) {
    // A loop around one of these may poll.
    if (instruction.isAtomic() || instruction.isVolatile())
      return true;
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    const nvvm::Intrinsic *row = callee ? nvvm::findIntrinsic(callee->getName()) : nullptr;
    if (row && (row->kind == nvvm::Intrinsic::Kind::Special || (row->function && row->function->waits())))
      return true;
  }
  return false;
}

bool mayPrint(const Function &function) {
  return any_of(instructions(function), [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    const nvvm::Intrinsic *row = callee ? nvvm::findIntrinsic(callee->getName()) : nullptr;
    return row && row->function && row->function->effect == nvvm::RuntimeFunction::Effect::Prints;
  });
}

bool isUsedBy(const Value &value, const SetVector<Function *> &functions) {
  for (const User *user : value.users()) {
    if (auto *instruction = dyn_cast<Instruction>(user)) {
      if (functions.contains(const_cast<Function *>(instruction->getFunction())))
        return true;
    } else if (isUsedBy(*user, functions)) {
      return true;
    }
  }
  return false;
}

} // namespace

void readModuleFacts(Module &module, const SetVector<Function *> &address_taken, vectorize::Facts &facts) {
  SetVector<Function *> reached = reachableFrom(address_taken);
  facts.indirect_calls_may_wait = any_of(reached, [](Function *function) { return mayWait(*function); });
  facts.indirect_calls_may_print = any_of(reached, [](Function *function) { return mayPrint(*function); });
  const DataLayout &layout = module.getDataLayout();
  for (GlobalVariable &variable : module.globals())
    if (variable.getAddressSpace() == nvvm::kSharedAddressSpace && !variable.isDeclaration() &&
        isUsedBy(variable, reached))
      facts.module_shared_variables.push_back({variable.getName().str(),
                                               layout.getTypeAllocSize(variable.getValueType()),
                                               layout.getPreferredAlign(&variable).value()});
}

void exposeSharedVariables(Module &module, const Function *kernel, const vectorize::Facts &facts) {
  if (kernel && none_of(module, [](const Function &function) { return analysis::callsIndirectly(function); }))
    return;
  for (const auto &shared : facts.module_shared_variables)
    if (GlobalVariable *variable = module.getNamedGlobal(shared.name))
      variable->setLinkage(GlobalValue::ExternalLinkage);
}

} // namespace raddle::jit
