// Loads of RaddleThread and RaddleBlock fields in generated code.
#ifndef RADDLE_VECTORIZE_FIELDS_H
#define RADDLE_VECTORIZE_FIELDS_H

#include "abi/kernel_abi.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>

namespace raddle::vectorize {

/// A load that always gives the same value while a thread runs.
inline llvm::LoadInst *loadInvariant(llvm::IRBuilder<> &builder, llvm::Value *base, unsigned offset,
                                     llvm::Type *type, const llvm::Twine &name = "") {
  llvm::Value *address = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), base, offset);
  llvm::LoadInst *load = builder.CreateLoad(type, address, name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

/// thread_idx, lane and the like. Not invariant: a block loop moves one RaddleThread from thread to thread.
inline llvm::LoadInst *loadThreadField(llvm::IRBuilder<> &builder, llvm::Value *thread, unsigned offset,
                                       llvm::Type *type) {
  return builder.CreateLoad(type, builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), thread, offset));
}

inline llvm::Value *loadBlock(llvm::IRBuilder<> &builder, llvm::Value *thread) {
  return loadThreadField(builder, thread, offsetof(RaddleThread, block), builder.getPtrTy());
}

inline llvm::LoadInst *loadBlockField(llvm::IRBuilder<> &builder, llvm::Value *thread, unsigned offset,
                                      llvm::Type *type) {
  return loadInvariant(builder, loadBlock(builder, thread), offset, type);
}

}  // namespace raddle::vectorize

#endif
