// Places in a block that LLVM schedules no instruction across.
#ifndef RADDLE_VECTORIZE_SCHEDULING_BORDER_H
#define RADDLE_VECTORIZE_SCHEDULING_BORDER_H

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

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

} // namespace raddle::vectorize

#endif
