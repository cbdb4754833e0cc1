// What the values of a loop are made of, and how they change from iteration to iteration.
#ifndef RADDLE_ANALYSIS_LOOP_SOURCES_H
#define RADDLE_ANALYSIS_LOOP_SOURCES_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace raddle::analysis {

/// Follows the values of one loop to their sources. A value that comes from memory, or from a call, has no sources.
class LoopSources {
public:
  LoopSources(const llvm::Loop &loop, const llvm::LoopInfo &loops) : loop_(loop), loops_(loops) {}

  /// Visits the value and what it is computed from within one iteration.
  void forEach(const llvm::Value &value, llvm::function_ref<void(const llvm::Value &)> visit) const;

  /// Whether the phi stands in the header of the loop, or of a loop inside it.
  bool isHeaderPhi(const llvm::PHINode &phi) const;

  /// Whether the value comes from what the access has read in this iteration, or in the one before.
  bool isMadeOf(const llvm::Value &value, const llvm::Instruction &access) const;

  /// Whether a header's phi becomes what is read at the address of the access.
  bool becomesRead(const llvm::PHINode &phi, const llvm::Instruction &access) const;

  /// Whether an address is another one in each iteration, by arithmetic alone.
  bool moves(const llvm::Value &address) const;

  /// Whether a value goes up (true) or down by a constant in each iteration of the loop, or of one inside it; none where it
  /// does neither.
  std::optional<bool> directionOf(const llvm::Value &value) const;

private:
  bool anyNext(const llvm::PHINode &phi, llvm::function_ref<bool(const llvm::Value &)> holds) const;

  const llvm::Loop &loop_;
  const llvm::LoopInfo &loops_;
};

/// Whether the value is what the access has read, or a part of that.
bool isPartOf(const llvm::Value &value, const llvm::Instruction &access);

/// Whether the value was read by the access, or by a load of the same address.
bool isReadThere(const llvm::Value &value, const llvm::Instruction &access);

} // namespace raddle::analysis

#endif
