// How each atomic update of a function is made for a warp.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_UPDATES_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_UPDATES_H

#include "vectorize/widen/plan/plan_context.h"

#include <llvm/IR/Intrinsics.h>

#include <memory>
#include <optional>

namespace raddle::vectorize {

enum class UpdateKind : unsigned {
  kOneForAll,  // one address: one update with what the lanes' operands come to
  kChain,      // one address: the lanes one after the other in registers, then one update
  kVector,     // elements side by side that only the block sees: a vector load and store
  kWideSwaps,  // elements side by side: compare-and-swaps of 16 bytes
  kDistinct,   // places of the block's memory that are known to differ: a gather and a scatter
  kTogether,   // with other updates of the block's memory, whose old values are not used, lane by lane
  kLaneByLane, // lowest lane first
};

/// Updates in a row whose old values are not used. They are made at the last of them.
struct UpdateGroup {
  llvm::SmallVector<llvm::AtomicRMWInst *, 4> updates;
  /// Fewer are written out for all lanes: loads that wait for a store just before them are slow.
  bool isLoop() const { return updates.size() >= 4; }
};

struct UpdateDecision {
  UpdateKind kind = UpdateKind::kLaneByLane;
  bool is_of_block = false; // only one block sees it: no bus lock
  std::shared_ptr<const UpdateGroup> group = nullptr;
  bool is_made_here = true; // else where the group is
};

class UpdatePlanner {
public:
  explicit UpdatePlanner(const PlanContext &context) : context_(context) {}

  /// In the order in which the instructions are emitted.
  UpdateDecision decide(llvm::AtomicRMWInst &update);

private:
  bool isContiguous(const llvm::AtomicRMWInst &update) const;
  bool isDistinct(const llvm::AtomicRMWInst &update) const;
  bool mayWaitForOthers(const llvm::AtomicRMWInst &update) const;
  bool othersFollow(const llvm::AtomicRMWInst &update) const;

  const PlanContext &context_;
  std::shared_ptr<UpdateGroup> group_; // that is not complete yet
};

/// Bytes that one compare-and-swap of kWideSwaps replaces.
inline constexpr unsigned kSwappedBytes = 16;

/// Whether only one block sees what the atomic touches.
bool isOfOneBlock(const llvm::Instruction &atomic);

/// How operands of an update are put together for all lanes; updates that have this are associative and have a neutral
/// operand, so they leave the same in whatever order they are made.
struct Aggregate {
  llvm::Intrinsic::ID reduce;
  llvm::Instruction::BinaryOps combine; // or, where `select` is set, by comparison
  std::optional<llvm::CmpInst::Predicate> select;
  llvm::APInt neutral;
};
std::optional<Aggregate> aggregateOf(const llvm::AtomicRMWInst &update);

} // namespace raddle::vectorize

#endif
