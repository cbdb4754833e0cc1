// Loads of RaddleThread and RaddleBlock fields in generated code.
#ifndef RADDLE_VECTORIZE_FIELDS_H
#define RADDLE_VECTORIZE_FIELDS_H

#include "abi/kernel_abi.h"
#include "nvvm/markers.h"
#include "vectorize/compile_job.h"

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

// ---- before resolve-thread-fields and widen. It is not decided yet whose fields are meant, so they are no loads but
// calls of functions without effect, which those passes give a meaning.

inline llvm::Value *threadField(llvm::IRBuilder<> &builder, unsigned offset, llvm::Type *type) {
  llvm::FunctionCallee field = builder.GetInsertBlock()->getModule()->getOrInsertFunction(
      (marker::kThreadField + llvm::Twine(offset)).str(), llvm::FunctionType::get(type, false));
  auto *declaration = llvm::cast<llvm::Function>(field.getCallee());
  declaration->setDoesNotAccessMemory();
  declaration->setDoesNotThrow();
  declaration->addFnAttr(llvm::Attribute::WillReturn);
  declaration->addFnAttr(llvm::Attribute::NoSync);
  declaration->addFnAttr(llvm::Attribute::NoFree);
  declaration->addFnAttr(llvm::Attribute::Speculatable);
  llvm::CallInst *call = builder.CreateCall(field);
  // z counts to 64 only, but nothing is gained by knowing.
  if (const unsigned bound = offset < sizeof(RaddleDim3)              ? 1024
                             : offset == offsetof(RaddleThread, lane) ? kRaddleWarpSize
                             : offset == offsetof(RaddleThread, warp) ? 1024 / kRaddleWarpSize
                                                                      : 0)
    call->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, bound)));
  return call;
}

inline llvm::LoadInst *blockField(llvm::IRBuilder<> &builder, unsigned offset, llvm::Type *type) {
  llvm::Value *block = threadField(builder, offsetof(RaddleThread, block), builder.getPtrTy());
  return loadInvariant(builder, block, offset, type);
}

} // namespace raddle::vectorize

#endif
