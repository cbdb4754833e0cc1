// By how much values grow from one iteration of a loop to the next.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_GROWTH_H
#define RADDLE_VECTORIZE_TUNE_TILES_GROWTH_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <map>
#include <tuple>

namespace raddle::vectorize {

/// Growth in a loop that has a preheader and a latch. Adds code to the preheader, and changes nothing else. What is only
/// probable counts too: memory that is read stays the same, numbers do not wrap.
class Growth {
public:
  explicit Growth(llvm::Loop &loop);

  /// Of an integer or a pointer, as an integer in front of the loop; null where that is not known.
  llvm::Value *of(llvm::Value *value);
  static bool isNone(const llvm::Value *growth);
  /// In some iterations.
  llvm::Value *in(std::uint64_t iterations, llvm::Value *growth);

private:
  llvm::Value *none(llvm::Type *type) const;
  llvm::Value *compute(llvm::Instruction &instruction);
  llvm::Value *ofPhi(llvm::PHINode &phi);
  llvm::Value *ofOperation(llvm::BinaryOperator &operation);
  llvm::Value *ofAddress(llvm::GetElementPtrInst &address);
  llvm::Value *offsetOf(llvm::GetElementPtrInst &address, bool with_constant,
                        llvm::function_ref<llvm::Value *(llvm::Value *)> index_value);
  llvm::Value *combine(llvm::Instruction::BinaryOps operation, llvm::Value *left, llvm::Value *right);
  llvm::Value *resize(llvm::Value *value, llvm::Type *type);

  llvm::Loop &loop_;
  mutable llvm::IRBuilder<> builder_;
  const llvm::DataLayout &layout_;
  llvm::DenseMap<llvm::Value *, llvm::Value *> known_;
  // By operation, or width in bits, and operands: the same for all rows of a tile, so that it takes one register.
  std::map<std::tuple<unsigned, llvm::Value *, llvm::Value *>, llvm::Value *> made_;
};

} // namespace raddle::vectorize

#endif
