#include "analysis/recursion.h"

#include "analysis/address_taken.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace raddle::analysis {

SetVector<Function *> possiblyRecursiveFunctions(Module &module) {
  SetVector<Function *> recursive;
  CallGraph graph(module);
  for (auto component = scc_begin(&graph); !component.isAtEnd(); ++component) {
    if (!component.hasCycle())
      continue;
    for (CallGraphNode *node : *component)
      if (Function *function = node->getFunction(); function && !function->isDeclaration())
        recursive.insert(function);
  }

  bool any_indirect_call = false;
  for (Function &function : module)
    if (!function.isDeclaration() && callsIndirectly(function)) {
      any_indirect_call = true;
      recursive.insert(&function);
    }
  if (any_indirect_call)
    for (Function *function : addressTakenFunctions(module))
      recursive.insert(function);
  return recursive;
}

SmallVector<AllocaInst *, 4> dynamicAllocations(Module &module) {
  SmallVector<AllocaInst *, 4> found;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (auto *allocation = dyn_cast<AllocaInst>(&instruction); allocation && !allocation->isStaticAlloca())
        found.push_back(allocation);
  return found;
}

bool hasUnboundedStack(Module &module) {
  return !possiblyRecursiveFunctions(module).empty() || !dynamicAllocations(module).empty();
}

} // namespace raddle::analysis
