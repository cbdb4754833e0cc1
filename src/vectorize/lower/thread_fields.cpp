// With lanes = 1, `threadIdx` and the like become loads of the thread's RaddleThread. With 32, widen gives
// them their meaning.

#include "analysis/lane_shapes.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"

#include <llvm/IR/AttributeMask.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// As long as fields were functions without effect, LLVM could find out that nobody reads the thread.
void sayThatThreadsAreRead(Module &module) {
  AttributeMask denied;
  denied.addAttribute(Attribute::ReadNone);
  denied.addAttribute(Attribute::WriteOnly);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.setMemoryEffects(function.getMemoryEffects() | MemoryEffects::readOnly());
    function.removeParamAttrs(0, denied);
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || call->isInlineAsm())
        continue;
      if (Function *callee = call->getCalledFunction(); !callee || !callee->isDeclaration()) {
        call->setMemoryEffects(call->getMemoryEffects() | MemoryEffects::readOnly());
        call->removeParamAttrs(0, denied);
      }
    }
  }
}

} // namespace

void resolveThreadFields(Module &module) {
  sayThatThreadsAreRead(module);
  for (Function &function : module) {
    SmallVector<std::pair<CallInst *, unsigned>, 16> fields;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (std::int64_t offset = analysis::threadFieldOffset(*call); offset >= 0)
          fields.push_back({call, static_cast<unsigned>(offset)});
    for (auto [call, offset] : fields) {
      IRBuilder<> builder(call);
      LoadInst *load = loadThreadField(builder, threadOf(function), offset, call->getType());
      load->takeName(call);
      call->replaceAllUsesWith(load);
      call->eraseFromParent();
    }
  }
}

} // namespace raddle::vectorize
