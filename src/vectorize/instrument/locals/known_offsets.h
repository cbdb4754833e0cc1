// Where accesses are known to stay within arrays, before LLVM's passes.
#ifndef RADDLE_VECTORIZE_NORMALISE_KNOWN_OFFSETS_H
#define RADDLE_VECTORIZE_NORMALISE_KNOWN_OFFSETS_H

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LazyValueInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// As long as nothing of the function is removed.
class KnownOffsets {
public:
  enum class Fit { kWithin, kOutside, kUnknown };

  explicit KnownOffsets(llvm::Function &function);

  /// How an access of `bytes` bytes by `access` fits into an object of `size` bytes. Its address was computed from `base`, which
  /// lies `offset` bytes after the object's beginning.
  Fit fitOf(llvm::Value *address, const llvm::Value *base, std::uint64_t size, const llvm::Value *bytes,
            llvm::Instruction *access, std::uint64_t offset = 0);

private:
  llvm::ConstantRange rangeOf(llvm::Value *index, llvm::Instruction *access);
  std::optional<llvm::ConstantRange> rangeOf(llvm::Value *address, const llvm::Value *base,
                                             llvm::Instruction *access);

  const llvm::DataLayout &layout_;
  llvm::TargetLibraryInfoImpl library_names_;
  llvm::TargetLibraryInfo library_{library_names_};
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;
  llvm::LazyValueInfo values_;
};

} // namespace raddle::vectorize

#endif
