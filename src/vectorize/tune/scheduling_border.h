// The order in which LLVM schedules the instructions of a block.
#ifndef RADDLE_VECTORIZE_TUNE_SCHEDULING_BORDER_H
#define RADDLE_VECTORIZE_TUNE_SCHEDULING_BORDER_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// A label that nobody reads: no code, but what stands after it stays there.
inline void createSchedulingBorder(llvm::IRBuilderBase &builder) {
  llvm::LLVMContext &context = builder.getContext();
  llvm::MDNode *nothing = llvm::MDNode::get(context, llvm::MDString::get(context, ""));
  builder.CreateIntrinsic(llvm::Intrinsic::codeview_annotation, {},
                          {llvm::MetadataAsValue::get(context, nothing)});
}

inline bool isSchedulingBorder(const llvm::Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == llvm::Intrinsic::codeview_annotation;
}

/// Moves what a block loads, and shuffles of it, to its first use. Where stores stand between loads, LLVM does not move
/// these across them: what is loaded early needs registers that accumulators shall have. The caller knows that no store in
/// between overwrites what is loaded.
void loadLate(llvm::BasicBlock &block);

} // namespace raddle::vectorize

#endif
