// Arrays that a kernel only reads: such reads cannot race within a launch.
#ifndef RADDLE_VECTORIZE_LOWER_UNWRITTEN_ARRAYS_H
#define RADDLE_VECTORIZE_LOWER_UNWRITTEN_ARRAYS_H

#include "vectorize/instrument/memory/checked_accesses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>

namespace raddle::vectorize {

class UnwrittenArrays {
public:
  /// Of a kernel with these accesses; of another function nothing is known.
  UnwrittenArrays(llvm::Function &function, bool is_kernel, llvm::ArrayRef<CheckedAccess> accesses);

  /// 1 where the kernel's parameter, or a texture whose handle it is, leads to an object that no thread of the launch writes, else 0
  /// (i64); null where it is known to be 0. It is found out where the kernel begins, or where it asks the texture for its texels.
  llvm::Value *isUnwritten(llvm::Value *root);

private:
  llvm::Value *objectOf(llvm::IRBuilder<> &builder, llvm::Value *pointer);

  llvm::Function &function_;
  llvm::Instruction *place_ = nullptr; // in front of which it is found out
  bool is_known_;                      // which objects are written
  llvm::SmallSetVector<llvm::Value *, 8> written_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> answers_, objects_;
};

} // namespace raddle::vectorize

#endif
