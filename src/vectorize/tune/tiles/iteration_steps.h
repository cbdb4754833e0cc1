// By how much values change from one iteration of a loop to the next.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_ITERATION_STEPS_H
#define RADDLE_VECTORIZE_TUNE_TILES_ITERATION_STEPS_H

#include "vectorize/tune/tiles/preheader_code.h"

#include <cstdint>

namespace raddle::vectorize {

/// Steps in a loop that has a preheader and a latch. Adds code to the preheader, and changes nothing else. Steps are
/// meant for prefetches, so what is only probable counts too: memory that is read stays the same, numbers do not wrap.
class IterationSteps {
public:
  explicit IterationSteps(llvm::Loop &loop);

  /// The step of an integer or a pointer, as an integer before the loop; null where that is not known.
  llvm::Value *of(llvm::Value *value);
  static bool isZero(const llvm::Value *step);
  /// The step over some iterations.
  llvm::Value *over(std::uint64_t iterations, llvm::Value *step);

private:
  llvm::Value *zero(llvm::Type *type) const;
  llvm::Value *compute(llvm::Instruction &instruction);
  llvm::Value *ofPhi(llvm::PHINode &phi);
  llvm::Value *ofOperation(llvm::BinaryOperator &operation);
  llvm::Value *ofAddress(llvm::GetElementPtrInst &address);
  llvm::Value *offsetOf(llvm::GetElementPtrInst &address, bool with_constant,
                        llvm::function_ref<llvm::Value *(llvm::Value *)> index_value);

  llvm::Loop &loop_;
  PreheaderCode code_;
  const llvm::DataLayout &layout_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> known_;
};

} // namespace raddle::vectorize

#endif
