// Exchanges of a sorting network in a block, and in which lanes their integers are complemented.
#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_COMPLEMENTED_EXCHANGES_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_COMPLEMENTED_EXCHANGES_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/IR/Intrinsics.h>

#include <optional>

namespace raddle::vectorize {

/// Which lanes of a vector are complemented: those of a constant, or all of them where a condition holds that is
/// the same for all. Neither: none.
struct Complement {
  llvm::Constant *lanes = nullptr;
  llvm::Value *condition = nullptr;

  bool operator==(const Complement &) const = default;
  bool isNone() const { return !condition && (!lanes || lanes->isNullValue()); }
  /// How many instructions it takes to make one of the other, for each register.
  unsigned distanceTo(const Complement &other) const;
};

/// A select that takes the smaller or the larger of two integers in lanes that sort upwards, and the other one in
/// those that sort downwards.
struct Exchange {
  llvm::Instruction *compare;
  llvm::Value *first, *second;
  llvm::Intrinsic::ID upwards;
  Complement downwards;
};

/// What will be done with the exchanges of a block: each becomes a minimum or a maximum of complemented integers.
class ExchangePlan {
public:
  ExchangePlan(llvm::BasicBlock &block, VectorRegisters registers);

  /// Whether that takes fewer instructions.
  bool pays() const { return won_ > lost_; }

  /// The exchange that an instruction is; null for others.
  const Exchange *exchangeOf(const llvm::Instruction &instruction) const;
  /// Exchanges, and shuffles of them, are computed complemented.
  bool isComplemented(const llvm::Value &value) const { return complements_.contains(&value); }
  Complement complementOf(const llvm::Value &value) const { return complements_.lookup(&value); }
  /// Whether the user takes values as they are complemented. Comparisons of exchanges will be gone.
  bool takesComplement(const llvm::User &user) const {
    return complements_.contains(&user) || compares_.contains(&user);
  }
  bool allTakeComplement(const llvm::Value &value) const;

private:
  std::optional<Exchange> match(llvm::Instruction &instruction) const;
  std::optional<Complement> ofShuffle(const llvm::ShuffleVectorInst &shuffle) const;
  void add(llvm::Instruction &instruction, const Exchange &exchange);

  llvm::BasicBlock &block_;
  VectorRegisters registers_;
  llvm::DenseMap<const llvm::Value *, Complement> complements_;
  llvm::DenseMap<const llvm::Instruction *, Exchange> exchanges_;
  llvm::SmallPtrSet<const llvm::Value *, 16> compares_;
  unsigned won_ = 0, lost_ = 0; // instructions, for each element
};

} // namespace raddle::vectorize

#endif
