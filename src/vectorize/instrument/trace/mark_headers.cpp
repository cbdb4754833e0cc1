#include "nvvm/markers.h"
#include "vectorize/instrument/source_places.h"
#include "vectorize/instrument/trace/headers.h"
#include "vectorize/passes.h"

#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool hasProgram(const Function &function) { return function.getSubprogram() != nullptr; }

bool belongsToHeader(Function &function) {
  DISubprogram *program = function.getSubprogram();
  return !program || isInHeader(*DILocation::get(function.getContext(), program->getLine(), 0, program));
}

} // namespace

bool isOfHeader(const Instruction &instruction) {
  return instruction.getMetadata(marker::kOfHeader) != nullptr;
}

void markHeaders(Module &module) {
  // Most functions of the headers are told debuggers nothing of.
  if (none_of(module, hasProgram))
    return;
  MDNode *mark = MDNode::get(module.getContext(), {});
  for (Function &function : module)
    if (!function.isDeclaration() && belongsToHeader(function))
      for (Instruction &instruction : instructions(function))
        if (isa<AllocaInst, BranchInst, SwitchInst>(instruction))
          instruction.setMetadata(marker::kOfHeader, mark);
}

} // namespace raddle::vectorize
