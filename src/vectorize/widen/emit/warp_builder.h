// What all emitters share: an IRBuilder that knows how the values of the source are held, and the lanes that are active.
//
// Values that are uniform or affine across lanes stay scalars (affine ones as the value of lane 0), the
// others become vectors of 32. What crosses from block to block goes through stack slots, which LLVM's mem2reg turns into
// phis.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_WARP_BUILDER_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_WARP_BUILDER_H

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/compile_job.h"
#include "vectorize/reshape/lanes/thread_engine_reasons.h"
#include "vectorize/widen/plan/widen_plan.h"

#include <llvm/Analysis/InstSimplifyFolder.h>

#include <string>

namespace raddle::vectorize {

using ValueList = llvm::SmallVector<llvm::Value *, 4>;

/// The versions for 32 lanes of the functions that a kernel can reach.
struct WarpFunctions {
  const analysis::ShapesOfCalls &shapes;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> versions =
      llvm::DenseMap<const llvm::Function *, llvm::Function *>();
};

/// Parameters that a function for a warp has after the thread, and the one for a thread has not: the lanes that call it, and
/// those that have not returned from the kernel.
inline constexpr unsigned kMaskParameters = 2;

/// One element per lane; structures and arrays keep their form. Null where there is no such type.
llvm::Type *widened(llvm::Type *type);

class WarpBuilder : public llvm::IRBuilder<llvm::InstSimplifyFolder> {
  using Value = llvm::Value;
  using Type = llvm::Type;
  using BasicBlock = llvm::BasicBlock;

public:
  /// For writing `source` into `target`. Stack slots go into target's entry block, before its terminator.
  WarpBuilder(llvm::Function &source, const WidenPlan &plan, const WarpFunctions &functions,
              llvm::Function &target, const BlockClass &blocks, Outputs &outputs);

  // ---- values of the source

  /// The value itself where it is uniform, lane 0's where it is affine.
  Value *scalar(Value *value);
  /// One element per lane, whatever the shape.
  Value *vector(Value *value);
  Value *vectorOrUniform(Value *value) { return isUniform(value) ? scalar(value) : vector(value); }
  bool isUniform(const Value *value) const { return shapes.isUniform(value); }
  Type *typeOf(const Value *value) const;
  /// Says what an instruction of the source is held as.
  void define(llvm::Instruction &instruction, Value *value);
  /// The slot of what has been defined, or null.
  llvm::AllocaInst *slotOf(const Value *value) const { return value_slots_.lookup(value); }
  bool isKnownHere(const Value *value) const { return values_.contains(value); }
  void keepVector(const Value *value, Value *vector) { vectors_[value] = vector; }
  /// What was made in a loop is not there after it.
  void forgetVectors() { vectors_.clear(); }
  void beginBlock(BasicBlock *source_block, Value *lanes, bool may_be_empty_);
  /// Runs `body`, which writes code that other code bypasses: what it computes is not there elsewhere.
  void keepingValues(llvm::function_ref<void()> body);
  /// Runs `body` with only those active lanes in the mask that are among `lanes`; there may be none.
  void forLanes(Value *lanes, llvm::function_ref<void()> body);
  void dropUnusedSlots();

  // ---- vectors

  /// One element per lane, of a value that is held as lane 0's.
  Value *spread(Value *first, const analysis::LaneShape &shape);
  Value *splat(Value *scalar);
  /// <0, step, 2 * step, ...>
  Value *iota(Type *integer, std::int64_t step);
  /// What each lane's value is more than lane 0's.
  llvm::Constant *offsets(const analysis::LaneShape &shape, Type *integer);
  llvm::Constant *constants(const analysis::LaneShape &shape, Type *integer);

  // ---- masks and lanes

  Value *bits(Value *lanes) { return CreateBitCast(lanes, getInt32Ty()); }
  Value *maskFromBits(Value *bits);
  /// Whether all lanes are known to be in it. Masks fold while code is written, so this is more than the plan knows.
  static bool isFull(const Value *lanes);
  Value *anyLane(Value *lanes);
  Value *firstLane(Value *lanes);
  Value *lastLane(Value *lanes);
  /// A value that is the same for all active lanes.
  Value *ofFirstLane(Value *value);

  BasicBlock *newBlock(const llvm::Twine &name);
  llvm::AllocaInst *slot(Type *type, const llvm::Twine &name) {
    return slots.CreateAlloca(type, nullptr, name);
  }
  /// Memory that an operation writes and reads again before the next one begins.
  llvm::AllocaInst *scratch(Type *type, const llvm::Twine &name);
  void giveUp(const llvm::Instruction &instruction, Obstacle obstacle, const llvm::Twine &name = "");

  const llvm::TargetMachine &machine;
  const BlockClass &blocks; // that the kernel will be launched with
  Outputs &outputs;
  llvm::Function &source;
  const WidenPlan &plan;
  const analysis::LaneShapes &shapes;
  const WarpFunctions &functions;
  const bool is_kernel;
  llvm::Function &target;
  const llvm::DataLayout &layout;
  llvm::IRBuilder<> slots;
  std::string reason;           // why the function has no form for a warp, or ""
  const bool has_wide_permutes; // AVX-512's
  const bool has_permutes;      // AVX2's
  const bool has_tables;        // NEON's lookups of bytes
  const bool multiplies_bf16_pairs, multiplies_by_tiles;
  unsigned registerBytes() const { return has_wide_permutes ? 64 : 32; }

  Value *thread;
  Value *entry_mask = nullptr;                                    // the lanes that run the function
  Value *thread_idx[3] = {};                                      // in blocks of any layout: vectors
  llvm::DenseMap<const BasicBlock *, llvm::AllocaInst *> waiting; // lanes that have to run a block

  // While a block is written.
  BasicBlock *block = nullptr;
  Value *mask = nullptr;
  bool may_be_empty = false; // there may be no lane in the mask
  // Memory with elements of all lanes, beside each other, so that all have one base.
  llvm::AllocaInst *lane_memory = nullptr;
  std::uint64_t lane_memory_in_use = 0; // bytes
  llvm::StringMap<llvm::AllocaInst *> matrix_places; // see emitMatrixOperation
  llvm::AllocaInst *checked_lanes = nullptr;       // see emitBoundsTest
  llvm::AllocaInst *uninitialised_lanes = nullptr; // see emitInitialisedTest
  llvm::AllocaInst *values_of_some = nullptr;      // see loadSome

  // Instructions that were done with earlier ones.
  llvm::DenseMap<const llvm::Instruction *, Value *> served;

private:
  Value *held(Value *value);

  llvm::DenseMap<const Value *, llvm::AllocaInst *> value_slots_;
  llvm::DenseMap<const Value *, Value *> values_;  // in this block: scalar or vector, by shape
  llvm::DenseMap<const Value *, Value *> vectors_; // in this block: vectors made of scalars
};

} // namespace raddle::vectorize

#endif
