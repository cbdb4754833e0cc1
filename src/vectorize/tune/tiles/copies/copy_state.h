// The variables that copy iterations (copy_iterations.h) leave for each other: fields and lists of one array.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_COPIES_COPY_STATE_H
#define RADDLE_VECTORIZE_TUNE_TILES_COPIES_COPY_STATE_H

#include "vectorize/llvm.h"

#include <cstdint>

namespace raddle::vectorize {

/// Where the fields are, in bytes. The array is allocated last, when all fields are known.
class CopyState {
public:
  using Field = std::uint64_t;
  static constexpr std::uint64_t kEntryBytes = 8; // an entry of a list: an address, or as long a number

  explicit CopyState(llvm::Function &function);

  Field addField(llvm::Type *type);
  Field addList(std::uint64_t entries);
  void allocate();

  llvm::AllocaInst *memory() const { return memory_; }
  llvm::Value *address(llvm::IRBuilder<> &builder, Field field) const;
  llvm::Value *load(llvm::IRBuilder<> &builder, llvm::Type *type, Field field) const;
  llvm::StoreInst *store(llvm::IRBuilder<> &builder, llvm::Value *value, Field field) const;

private:
  const llvm::DataLayout &layout_;
  llvm::AllocaInst *memory_;
  std::uint64_t bytes_ = 0, align_ = kEntryBytes;
};

} // namespace raddle::vectorize

#endif
