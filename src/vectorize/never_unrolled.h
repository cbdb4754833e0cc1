// The metadata of a loop that LLVM leaves as long as it is.
#ifndef RADDLE_VECTORIZE_NEVER_UNROLLED_H
#define RADDLE_VECTORIZE_NEVER_UNROLLED_H

#include <llvm/IR/Metadata.h>

namespace raddle::vectorize {

inline llvm::MDNode *neverUnrolled(llvm::LLVMContext &context) {
  llvm::MDNode *never = llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
  llvm::MDNode *id = llvm::MDNode::getDistinct(context, {nullptr, never});
  id->replaceOperandWith(0, id);
  return id;
}

} // namespace raddle::vectorize

#endif
