// How values change from one iteration of a loop to the next.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_LOOP_STRIDES_H
#define RADDLE_VECTORIZE_INSTRUMENT_LOOP_STRIDES_H

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

class LoopStrides {
public:
  LoopStrides(llvm::Function &function, llvm::DominatorTree &dominators, llvm::LoopInfo &loops);

  /// What is added to an integer or a pointer in each iteration; nothing where that is not always the same. Integers are not expected to
  /// overflow.
  std::optional<std::int64_t> strideOf(llvm::Value *value, const llvm::Loop &loop);

  /// How far `other` lies from `value`, where that is known.
  std::optional<std::int64_t> distance(llvm::Value *value, llvm::Value *other);

private:
  std::optional<std::int64_t> strideOf(const llvm::SCEV *expression, const llvm::Loop &loop);

  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo functions_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;
};

} // namespace raddle::vectorize

#endif
