// On which path a thread comes to a block of code: a number made of the iterations of all loops around it, and of the calls
// (see insert_counters.cpp).
#ifndef RADDLE_VECTORIZE_INSTRUMENT_EXECUTION_PATHS_H
#define RADDLE_VECTORIZE_INSTRUMENT_EXECUTION_PATHS_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

class ExecutionPaths {
public:
  ExecutionPaths(llvm::Function &function, const llvm::LoopInfo &loops) : function_(function), loops_(loops) {}

  /// The path on which the function was called.
  void beginWith(llvm::Value *path) { first_ = path; }

  llvm::Value *in(const llvm::BasicBlock *block) { return in(loops_.getLoopFor(block)); }
  /// Tells the called function its first path.
  void tell(llvm::CallInst &call);

private:
  llvm::Value *in(const llvm::Loop *loop);

  llvm::Function &function_;
  const llvm::LoopInfo &loops_;
  llvm::DenseMap<const llvm::Loop *, llvm::Value *> known_;
  llvm::Value *first_ = nullptr;
  std::uint64_t last_number_ = 0;
};

} // namespace raddle::vectorize

#endif
