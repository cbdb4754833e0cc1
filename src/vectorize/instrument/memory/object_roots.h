// Which object an address was computed from.
#ifndef RADDLE_VECTORIZE_LOWER_OBJECT_ROOTS_H
#define RADDLE_VECTORIZE_LOWER_OBJECT_ROOTS_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// The pointer that an address was computed from by adding offsets: a variable, an argument, what was loaded or called
/// for; or a phi or selection of several of them.
llvm::Value *rootOf(llvm::Value *address);

/// The pointer from which this one was computed in one step; null where it is a root, or several pointers come together.
llvm::Value *pointerBefore(llvm::Value *pointer);

/// Bytes from their roots to addresses, written into the code where it does not say so yet.
class Offsets {
public:
  /// From `root`, which is rootOf(address), on; null where only the numbers of both addresses would tell.
  llvm::Value *of(llvm::Value *address, const llvm::Value *root);

private:
  llvm::Value *write(llvm::Value *address, const llvm::Value *root);

  llvm::DenseMap<const llvm::Value *, llvm::Value *> known_;
};

} // namespace raddle::vectorize

#endif
