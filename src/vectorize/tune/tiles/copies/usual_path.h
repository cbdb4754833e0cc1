// The path that copy iterations usually take, in a copy of its own.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPIES_USUAL_PATH_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPIES_USUAL_PATH_H

#include "vectorize/tune/tiles/copies/copy_region.h"

#include <llvm/Transforms/Utils/ValueMapper.h>

namespace raddle::vectorize {

/// The blocks of a copy iteration from the first one to the last, by the likelier side of each branch. Where the copy is
/// left, the iteration begins anew with the original.
class UsualPath {
public:
  explicit UsualPath(CopyRegion &region) : region_(region) {}

  /// Copies the path; false where some branch does not say which side is likelier.
  bool copy();
  void erase();

  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return blocks_; }
  llvm::ArrayRef<llvm::BasicBlock *> copied() const { return copied_; }
  llvm::Value *copyOf(const llvm::Value *value) const { return copies_.lookup(value); }
  bool isOnCopy(const llvm::Value *value) const;
  /// Whether a value of the copy is another one for the next tile of the same warp.
  bool varies(const llvm::Value *value) const { return varying_.contains(value); }

private:
  bool find();
  void findVarying();

  CopyRegion &region_;
  llvm::SmallVector<llvm::BasicBlock *, 8> blocks_, copied_;
  llvm::ValueToValueMapTy copies_;
  llvm::DenseSet<const llvm::Value *> varying_;
};

} // namespace raddle::vectorize

#endif
