// With lanes = 1, `threadIdx` and the like become loads of the thread's RaddleThread. With 32, widen gives
// them their meaning.

#include "analysis/lane_shapes.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"

#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::vectorize {

void resolveThreadFields(CompileJob &job) {
  if (job.lanes != 1)
    return;
  for (Function &function : *job.module) {
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
