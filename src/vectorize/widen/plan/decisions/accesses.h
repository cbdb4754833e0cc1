// How each load and store of a function is made for a warp.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_ACCESSES_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_DECISIONS_ACCESSES_H

#include "vectorize/reshape/if_convert_loads.h"
#include "vectorize/widen/plan/access_plan.h"
#include "vectorize/widen/plan/control_plan.h"
#include "vectorize/widen/plan/decisions/contiguous_addresses.h"

#include <memory>
#include <optional>
#include <vector>

namespace raddle::vectorize {

enum class AccessKind : unsigned {
  kScalar,     // one address for all lanes
  kSameForAll, // probably one address for all lanes; else a gather
  kContiguous, // lanes side by side: one vector access
  kRows,       // rows of lanes side by side, each a masked vector access
  kClamped,    // side by side but where the index is clamped at a border
  kSelected,   // side by side but where lanes select different addresses
  kShuffled,   // vectors as they lie in memory, and fixed shuffles
  kLaneFields, // each lane loads its neighbouring fields at once, and registers are transposed
  kLaneByLane, // atomic, in an order that vectors do not have
  kScattered,  // a gather or a scatter
};

/// Fields that a lane loads at once.
struct LanePiece {
  std::int64_t begin; // bytes from the address
  unsigned fields;

  bool contains(std::int64_t field, unsigned field_bytes) const {
    return field >= begin && field < begin + std::int64_t(fields) * field_bytes;
  }
};
inline constexpr unsigned kTransposedBytes = 16; // of a lane, which are transposed within registers

/// Accesses of neighbouring fields that are made together: loads at the first of them, stores at the last.
struct AccessGroup {
  llvm::SmallVector<llvm::Instruction *, 4> accesses;
  llvm::SmallVector<std::int64_t, 4> fields; // bytes from the address of the first access
  llvm::Align align;
  analysis::LaneShape shape; // of the addresses, as the plan takes it for granted
  // Shuffled: the vectors. Where lanes are missing, those that are there access rows, or chunks, under a mask.
  AccessPlan vectors = {};
  bool is_likely = false; // the shape is a guess
  bool is_masked = false;
  // Fields of lanes: what each lane loads at once, and how far from its address that may reach.
  std::vector<LanePiece> pieces = {};
  std::uint64_t reach = 0;
};

struct AccessDecision {
  AccessKind kind = AccessKind::kScattered;
  analysis::LaneShape shape;                                 // of the addresses, where no index wraps
  bool may_wrap = false;                                     // an index might, so that addresses are tested
  bool is_masked = false;                                    // lanes may be missing
  std::optional<ConditionalLoad> conditional = std::nullopt; // lanes for which it does not hold get zeros
  std::optional<BentIndex> bent = std::nullopt;
  std::shared_ptr<const AccessGroup> group = nullptr;
  bool is_made_here = true;                         // else where the group is
  std::optional<unsigned> only_lane = std::nullopt; // stores to one address: the one lane that may be active
  std::size_t together() const { return group ? group->accesses.size() : 1; }
};

class AccessPlanner {
public:
  AccessPlanner(const PlanContext &context, const ControlPlan &control)
      : context_(context), control_(control) {}

  /// In the order in which the instructions are emitted.
  AccessDecision decide(llvm::LoadInst &load);
  AccessDecision decide(llvm::StoreInst &store);

private:
  bool isFull(const llvm::Instruction &instruction) const;
  AccessDecision contiguousOrNot(llvm::Instruction &access, const llvm::Value *pointer, bool is_masked) const;
  AccessDecision ofGroup(const llvm::Instruction &access, AccessKind kind,
                         std::shared_ptr<const AccessGroup> group, bool is_made_here) const;
  AccessGroup groupBeside(llvm::Instruction &access, const analysis::LaneShape &shape) const;
  std::optional<AccessDecision> shuffled(llvm::LoadInst &load);
  std::optional<AccessDecision> shuffled(llvm::StoreInst &store);
  std::optional<AccessDecision> fieldsOfLanes(AccessGroup group);

  const PlanContext &context_;
  const ControlPlan &control_;
  llvm::DenseMap<const llvm::Instruction *, std::pair<AccessKind, std::shared_ptr<const AccessGroup>>>
      grouped_;
};

/// A copy of which the lanes' parts lie side by side on both sides, in runs of lanes.
struct CopyInRuns {
  std::uint64_t bytes; // of each lane
  unsigned run;        // lanes
  std::uint64_t piece; // bytes that are moved at once
};
/// Nothing where runs are too short for vectors.
std::optional<CopyInRuns> copyInRuns(const PlanContext &context, const llvm::MemTransferInst &copy);

} // namespace raddle::vectorize

#endif
