// Copies of blocks of a function, and code that is reached from them as well as from the originals.
#ifndef RADDLE_VECTORIZE_BLOCK_COPIES_H
#define RADDLE_VECTORIZE_BLOCK_COPIES_H

#include "vectorize/llvm.h"

#include <llvm/Transforms/Utils/ValueMapper.h>

namespace raddle::vectorize {

/// Copies of blocks, at the end of their function: in place of what the blocks compute, they use what they compute
/// themselves. At first nothing leads to them, and phis after them do not know them.
class BlockCopies {
public:
  using Values = llvm::DenseMap<llvm::Value *, llvm::Value *>;

  /// `instead` is what the copies use in place of values from outside, or of phis, which are not copied then.
  BlockCopies(llvm::ArrayRef<llvm::BasicBlock *> blocks, const llvm::Twine &suffix,
              const Values &instead = Values());

  llvm::ArrayRef<llvm::BasicBlock *> blocks() const { return copies_; }
  /// The copy of a block or a value; of any other value itself.
  template <typename T> T *of(T *value) const {
    llvm::Value *copy = copy_of_.lookup(value);
    return copy ? llvm::cast<T>(copy) : value;
  }

  /// Phis after the blocks get a value for each way out of the copies.
  void addPathsOut() const;
  /// Leads these blocks to the copy of the first block, which they led to, and nothing else to any copy.
  void enterFrom(llvm::ArrayRef<llvm::BasicBlock *> from) const;
  /// Code after the blocks takes what was computed on the way to it, in a block or in its copy.
  void joinValues() const;

private:
  llvm::SmallVector<llvm::BasicBlock *, 8> originals_, copies_;
  llvm::ValueToValueMapTy copy_of_;
};

/// The block in which the value has to be known: for a phi that which it comes from.
llvm::BasicBlock *blockOf(const llvm::Use &use);

/// The value where other blocks compute what stands for it: uses take whichever was computed on the way to them, but for
/// those `inside`, which are right.
void joinValue(llvm::Instruction &value, llvm::ArrayRef<std::pair<llvm::BasicBlock *, llvm::Value *>> others,
               llvm::function_ref<bool(llvm::BasicBlock *)> inside);

} // namespace raddle::vectorize

#endif
