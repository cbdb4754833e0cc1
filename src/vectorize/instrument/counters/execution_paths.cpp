#include "vectorize/instrument/counters/execution_paths.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"

#include <llvm/IR/CFG.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

Value *mixed(IRBuilder<> &builder, Value *path, Value *step, std::uint64_t number) {
  Value *sum = builder.CreateAdd(path, builder.CreateMul(step, builder.getInt64(0x9e3779b97f4a7c15)));
  sum = builder.CreateAdd(sum, builder.getInt64(number * 0xd1342543de82ef95));
  sum = builder.CreateMul(builder.CreateXor(sum, builder.CreateLShr(sum, 29)),
                          builder.getInt64(0xbf58476d1ce4e5b9));
  return builder.CreateXor(sum, builder.CreateLShr(sum, 32));
}

} // namespace

Value *ExecutionPaths::in(const Loop *loop) {
  if (!loop)
    return first_;
  if (Value *known = known_.lookup(loop))
    return known;
  Value *outside = in(loop->getParentLoop());
  BasicBlock *header = loop->getHeader();
  IRBuilder<> builder(header, header->begin());
  PHINode *iteration = builder.CreatePHI(builder.getInt64Ty(), 2, "iteration");
  builder.SetInsertPoint(header, header->getFirstInsertionPt());
  Value *next = builder.CreateAdd(iteration, builder.getInt64(1));
  for (BasicBlock *from : predecessors(header))
    iteration->addIncoming(loop->contains(from) ? next : builder.getInt64(0), from);
  return known_[loop] = mixed(builder, outside, iteration, ++last_number_);
}

void ExecutionPaths::tell(CallInst &call) {
  IRBuilder<> builder(&call);
  Value *path = mixed(builder, in(call.getParent()), builder.getInt64(0), ++last_number_);
  builder.CreateCall(nvvm::declare(*function_.getParent(), nvvm::Runtime::raddle_set_path),
                     {threadOf(function_), path});
}

} // namespace raddle::vectorize
