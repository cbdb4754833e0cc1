// Writes a function for a whole warp: the only step that changes width.
//
// A kernel for a warp has the kernel's parameters. Other functions get two masks behind the thread:
//
//   T f(ptr thread, A a, B b)   becomes   <32 x T> f.warp(ptr thread, i32 mask, i32 live, <32 x A> a, B b)
//
// `mask` are the lanes that call, `live` those that have not returned from the kernel; b is uniform.
//
// Values that are uniform or affine across lanes stay scalars (affine ones as the value of lane 0), the
// others become vectors of 32. Control flow follows LinearOrder. What crosses from block to block goes
// through stack slots, which LLVM's mem2reg turns into phis: a slot per value, per phi, and per block's mask
// of waiting lanes.
//
// The class is split by topic: each section of its functions names its file.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_WARP_EMITTER_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_WARP_EMITTER_H

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/compile_job.h"
#include "vectorize/reshape/lanes/thread_engine_reasons.h"
#include "vectorize/widen/plan/access_plan.h"
#include "vectorize/widen/plan/linear_order.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <string>

namespace raddle::vectorize {

constexpr unsigned kLanes = kRaddleWarpSize;

/// The versions for 32 lanes of the functions that a kernel can reach.
struct WarpFunctions {
  const analysis::ShapesOfCalls &shapes;
  llvm::DenseMap<const llvm::Function *, llvm::Function *> versions =
      llvm::DenseMap<const llvm::Function *, llvm::Function *>();
};

/// Whether only one block sees what the atomic touches.
bool isOfOneBlock(const llvm::Instruction &atomic);
/// Whether updates of this one's kind leave the same behind in whatever order they are done.
bool isOfAnyOrder(const llvm::AtomicRMWInst &update);

class WarpEmitter {
public:
  /// Writes `source`, whose values have `shapes`, into `target`, beginning at `start`, a block without
  /// instructions. Stack slots go into target's entry block, in front of its terminator.
  WarpEmitter(CompileJob &job, llvm::Function &source, const analysis::LaneShapes &shapes,
              const WarpFunctions &functions, llvm::Function &target, llvm::BasicBlock *start);

  /// Parameters of `target` that are none of `source`'s, behind the thread, where it is no kernel.
  static constexpr unsigned kMaskParameters = 2;
  /// One element per lane; structures and arrays keep their form. Null where there is no such type.
  static llvm::Type *widened(llvm::Type *type);

  /// False when the kernel holds something that has no vector form; `reason()` says what and where, and what to
  /// change.
  bool emit();
  const std::string &reason() const { return reason_; }

private:
  using Builder = llvm::IRBuilder<llvm::InstSimplifyFolder>;
  using Value = llvm::Value;
  using Type = llvm::Type;
  using BasicBlock = llvm::BasicBlock;
  using Values = llvm::SmallVector<Value *, 4>;

  // ---- emit_control.cpp
  void planControl();
  void emitPrologue();
  void forgetMasksIn(const llvm::Loop *loop);
  Value *emitLanesOfBlock();
  void emitBlock(BasicBlock *block);
  void emitTerminator(BasicBlock *block);
  Value *lanesThatRan(BasicBlock *block);
  Value *maskOfBlock(BasicBlock *block);
  bool isWhole(BasicBlock *block) const;
  void passLanes(BasicBlock *from, BasicBlock *to, Value *lanes);
  bool allCameTo(BasicBlock *block);
  void dispatch(llvm::BitVector targets, const llvm::BasicBlock *certain,
                const llvm::BranchInst *sides = nullptr);
  int sideOfRareLeaving(const llvm::BranchInst &branch, const llvm::BitVector &deferred) const;
  Value *waitingAt(BasicBlock *block);
  bool isChosenByNumbers(const BasicBlock &block) const;
  bool needsLanes(BasicBlock *block) const;
  bool isCheapAccess(const llvm::Instruction &instruction) const;
  Value *anyLane(Value *mask);
  Value *liveMask();
  BasicBlock *newBlock(const llvm::Twine &name);
  bool isFull(Value *mask) const;

  // ---- emit_values.cpp
  void emitInstruction(llvm::Instruction &instruction);
  void emitArithmetic(llvm::Instruction &instruction);
  Value *extendAffine(llvm::CastInst &extension);
  Value *widenBase(Value *narrow, bool is_signed, llvm::CastInst &extension);
  Value *lanesThatUse(llvm::CastInst &extension);
  Value *lanesWhere(Value *condition);
  void emitAddress(llvm::GetElementPtrInst &address);
  /// The value itself where it is uniform, lane 0's where it is affine.
  Value *scalar(Value *value);
  /// One element per lane, whatever the shape.
  Value *vector(Value *value);
  Value *vectorOrUniform(Value *value);
  void define(llvm::Instruction &instruction, Value *value);
  void dropUnusedSlots();
  Value *lookUp(Value *value);
  Type *typeOf(const Value *value);
  Value *iota(Type *integer, std::int64_t step);
  /// One element per lane, of a value that is held as lane 0's.
  Value *spread(Value *first, const analysis::LaneShape &shape);
  llvm::Constant *offsets(const analysis::LaneShape &shape, Type *integer);
  llvm::Constant *constants(const analysis::LaneShape &shape, Type *integer);
  Value *bits(Value *mask) { return builder_.CreateBitCast(mask, builder_.getInt32Ty()); }
  Value *maskFromBits(Value *bits);
  llvm::AllocaInst *slot(Type *type, const llvm::Twine &name);
  bool isUniform(const Value *value) const { return shapes_.isUniform(value); }
  void giveUp(const llvm::Instruction &instruction, Obstacle obstacle, const llvm::Twine &name = "");

  // ---- remarks.cpp
  /// Says what became of an instruction, where somebody asked (`raddle explain`).
  void remark(const llvm::Instruction &instruction, const llvm::Twine &what);
  void remarkAccess(const llvm::Instruction &access, llvm::StringRef otherwise);
  void remarkPlan(const llvm::Instruction &access, const analysis::LaneShape &shape, std::size_t together,
                  std::size_t chunks, bool masked);
  void remarkFieldsByLane(const llvm::Instruction &access, std::size_t together);

  // ---- emit_memory.cpp
  Value *gather(Type *type, Value *pointer, std::int64_t distance, llvm::Align align);
  void scatter(Value *values, Value *pointer, std::int64_t distance, llvm::Align align);
  bool lanesLieSideBySide(const analysis::LaneShape &shape, Type *type) const;
  bool rowsLieSideBySide(const analysis::LaneShape &shape, Type *type) const;
  bool areRowsUnderMask(const analysis::LaneShape &shape, Type *type) const;
  bool mayFollowPlan(const Value *pointer, Type *type) const;
  /// Where elements may lie side by side, in one run or in several: the addresses of the first, and the condition.
  std::optional<std::pair<Values, Value *>> sideBySide(Value *pointer, Type *type);
  Value *loadRuns(const llvm::LoadInst &load, const Values &firsts);
  void storeRuns(llvm::StoreInst &store, Value *values, const Values &firsts);
  unsigned elementsOfRun(Type *type, unsigned lanes) const;
  Value *maskOfRun(std::size_t first, unsigned lanes, unsigned elements);
  void emitLoad(llvm::LoadInst &load);
  void emitConditionalLoad(llvm::LoadInst &load, Value *condition, Value *pointer);
  void emitStore(llvm::StoreInst &store);
  void emitAlloca(llvm::AllocaInst &variable);
  void emitPrefetch(llvm::CallInst &prefetch);
  /// `distance` bytes behind it.
  Value *vectorAddress(Value *pointer, std::int64_t distance = 0);
  void compilerBarrier();

  // ---- emit_copies.cpp
  /// False where the lanes' copies are no one piece.
  bool emitCopy(llvm::MemTransferInst &copy);
  Value *gatherWords(llvm::MemTransferInst &copy, std::uint64_t first, std::uint64_t count,
                     std::uint64_t words_of_lane);

  // ---- emit_atomics.cpp
  void emitReadModifyWrite(llvm::AtomicRMWInst &update);
  void emitCompareExchange(llvm::AtomicCmpXchgInst &exchange);
  bool mayWaitForOthers(const llvm::AtomicRMWInst &update) const;
  bool othersFollow(const llvm::AtomicRMWInst &update) const;
  void emitPendingUpdates();
  std::function<Value *(Value *lane)> perLaneByMemory(Value *value);
  Value *spillInGroup(Value *vector);
  bool emitAggregatedUpdate(llvm::AtomicRMWInst &update);
  Values updateLaneByLane(llvm::AtomicRMWInst &update);
  void emitChainOfUpdates(llvm::AtomicRMWInst &update);
  llvm::Type *narrowestType(const Value &value) const;
  /// Makes code that gives the value of a lane that is known only at run time.
  std::function<Value *(Value *lane)> perLane(Value *value);
  void forEachLaneOrUnrolled(bool is_short, llvm::function_ref<void(Value *lane)> body);
  Value *exclusiveScan(Value *values, llvm::Constant *neutral,
                       llvm::function_ref<Value *(Value *, Value *)> combine);

  // ---- emit_updates_by_words.cpp
  struct PendingUpdate;
  Value *partOf(const Value &value) const;
  void findWholes();
  void findWholesInMemory(llvm::Instruction &first_update);
  // More instructions in each lane would take longer than loading the part.
  static constexpr unsigned kStepsToAPart = 4;
  std::function<Value *(Value *lane)> perLaneOfWhole(Value *value, unsigned steps = kStepsToAPart);
  bool mayGoByWords() const;
  void forEachLaneByWords(llvm::function_ref<void(PendingUpdate &pending, Value *lane)> step);
  struct PlaceOfWords {
    Value *whole;
    llvm::ArrayRef<PendingUpdate *> updates; // of this whole
    unsigned first_lane;
  };
  void emitLoopByWords(llvm::ArrayRef<PlaceOfWords> places, unsigned lanes_together, unsigned turns,
                       llvm::function_ref<void(PendingUpdate &pending, Value *lane)> step);

  // ---- emit_updates_side_by_side.cpp
  bool updatesSideBySide(const llvm::AtomicRMWInst &update) const;
  unsigned swapsAtOnce() const;
  void emitUpdateSideBySide(llvm::AtomicRMWInst &update);
  Values updateAsVector(llvm::AtomicRMWInst &update, Value *first);
  Values updateByLargeSwaps(llvm::AtomicRMWInst &update, Value *first);

  // ---- emit_assumed_addresses.cpp
  /// The shape that the address has where no index wraps in this warp; its real one where that is no better.
  analysis::LaneShape assumedShape(const Value *pointer) const;
  /// The address of a run's first lane, and whether that shape holds for the run.
  std::pair<Value *, Value *> assumeAddress(Value *pointer, unsigned first_lane, unsigned run);
  /// The same for the first lane of each run, and whether it holds for all.
  std::pair<llvm::SmallVector<Value *, 8>, Value *> assumeRuns(Value *pointer, unsigned run);

  // ---- emit_bent_addresses.cpp
  struct BentIndex {
    const llvm::Use *use;
    unsigned run;
  };
  /// The only index of an address that differs between lanes of a run, if elements of `type` lie side by side there but
  /// for borders.
  std::optional<BentIndex> bentIndex(const Value *pointer, Type *type) const;
  Value *firstActivePlace(unsigned first_lane, unsigned run);
  Value *everywhere(Value *vector, Value *place);
  /// The address of each run's first lane, and whether those of all active lanes follow it side by side.
  std::pair<Values, Value *> straightAddresses(const BentIndex &bent);

  // ---- emit_likely_addresses.cpp
  analysis::LaneShape likelyShape(const Value *pointer) const;
  std::pair<Value *, Value *> addressIfLikely(Value *pointer, const analysis::LaneShape &shape);
  Value *loadIfSame(llvm::LoadInst &load);

  // ---- emit_versions.cpp
  /// Runs `body`, which writes code that other code comes past: what it computes is not there elsewhere.
  void keepingValues(llvm::function_ref<void()> body);
  /// Code in two versions, which give as many values each: where a scalar condition holds, as it mostly does,
  /// and where not.
  Values emitVersions(Value *condition, llvm::function_ref<Values()> mostly,
                      llvm::function_ref<Values()> otherwise);
  /// Where all lanes are active and the condition holds, and where not.
  Values whenAllAreActive(Value *condition, llvm::function_ref<Values()> mostly,
                          llvm::function_ref<Values()> otherwise);

  // ---- emit_planned_accesses.cpp
  struct PlannedStore {
    llvm::SmallVector<llvm::Instruction *, 4> accesses;
    llvm::SmallVector<std::int64_t, 4> fields;
    AccessPlan plan;
    llvm::Align align;
  };
  /// False where a gather is as good.
  bool emitPlannedLoad(llvm::LoadInst &load);
  bool emitPlannedStore(llvm::StoreInst &store);
  void storeByPlan(const PlannedStore &store);
  llvm::SmallVector<llvm::Instruction *, 4> accessesBeside(llvm::Instruction &access,
                                                           const analysis::LaneShape &shape);
  bool isAtHand(const Value &value) const;
  Value *inLane(Value *value, unsigned lane);
  Value *assemble(llvm::ArrayRef<std::pair<Value *, unsigned>> wanted);
  llvm::SmallVector<Value *, 8> separate(llvm::ArrayRef<Value *> alternating);
  Value *concatenate(llvm::SmallVector<Value *, 8> parts);
  bool mayLeaveOutLanes(unsigned element_bytes) const;
  unsigned registerBytes() const { return has_wide_permutes_ ? 64 : 32; }

  // ---- emit_products.cpp
  /// Null for other operations.
  Value *emitTruncatedProduct(llvm::Instruction &instruction);
  Value *lowerHalf(Value *wide, unsigned depth = 0);
  Value *upperBitsOfProduct(llvm::BinaryOperator &shifted);
  Value *upperHalfOfProduct(Value *a, Value *b, bool is_signed);

  // ---- emit_squares.cpp
  Value *unpack(Value *first, Value *second, unsigned side, unsigned width, bool higher);
  llvm::SmallVector<Value *, 4> transposeSquares(llvm::ArrayRef<Value *> rows);
  llvm::SmallVector<Value *, 4> columnsOfSquares(llvm::ArrayRef<Value *> chunks, unsigned side);
  Values fieldsOfSquares(const AccessPlan &plan, llvm::ArrayRef<Value *> chunks);
  Value *inOneRegister(Value *vector);
  void storeSquares(const PlannedStore &store, llvm::ArrayRef<llvm::SmallVector<Value *, 8>> parts,
                    Value *base);

  // ---- emit_conversions.cpp
  bool emitSaturatingConversion(llvm::CallInst &call);
  Value *saturate(Value *numbers, Type *type, bool is_signed);

  // ---- emit_divisions.cpp
  /// Null for other operations.
  Value *emitDivision(llvm::Instruction &instruction);
  Value *divideShort(llvm::BinaryOperator &division);
  Value *divideLong(llvm::BinaryOperator &division);
  Value *divideLaneByLane(llvm::BinaryOperator &division);
  /// Quotient and remainder.
  Values divideSmall(Value *dividend, Value *divisor, Value *common_divisor);
  Values divideUnsigned(Value *dividend, Value *divisor, Value *common_divisor);
  Values divideByDigits(Value *dividend, Value *divisor, Value *common_divisor);
  Values multiplyByFactor(Value *dividend, Value *divisor);
  Value *reciprocalOf(Value *divisor);
  Value *isSmall(Value *number, bool is_signed);

  // ---- emit_fields_by_lane.cpp
  /// False where each field is gathered as well.
  bool emitFieldsByLane(llvm::ArrayRef<llvm::Instruction *> accesses, llvm::ArrayRef<std::int64_t> fields,
                        llvm::Align align);
  Value *spillAddresses(Value *pointer, std::uint64_t bytes_of_zeros);
  Values loadSquares(Type *type, Value *addresses, std::int64_t distance, unsigned fields, llvm::Align align);
  Values gatherWords(Type *type, Value *pointer, std::int64_t distance, unsigned fields, llvm::Align align);

  // ---- emit_calls.cpp
  void emitCall(llvm::CallInst &call);
  void emitThreadField(llvm::CallInst &call, unsigned offset);
  void emitWholeWarp(llvm::CallInst &call);
  /// A scalar that says whether a comparison holds for all lanes of a whole warp; null where that is not
  /// seen.
  Value *holdsForLastLane(const Value *condition, bool holds_so);
  Value *isForAllLanes(Value *condition, bool holds);
  bool emitIntrinsic(llvm::CallInst &call);
  bool emitRuntimeCall(llvm::CallInst &call, const nvvm::RuntimeFunction &function);
  void emitOnce(llvm::CallInst &call);
  void emitForEachLane(llvm::CallInst &call);
  void emitForFirstLane(llvm::CallInst &call);
  void selectLane(Value *lane);
  void emitAlignmentCheck(llvm::CallInst &call);
  llvm::CallInst *callRuntime(nvvm::Runtime function, llvm::ArrayRef<Value *> arguments, bool waits = false);
  /// Runs `body` for every active lane in turn, lowest first; the lane's number is an i32.
  void forEachLane(Value *mask, llvm::function_ref<void(Value *lane)> body);
  /// Memory with one element per lane, to be indexed with a lane that is known only at run time.
  Value *spill(Value *vector);
  Value *loadLane(Value *spilled, Type *type, Value *lane);
  Value *firstLane(Value *mask);
  /// A value that is the same for all active lanes.
  Value *ofFirstLane(Value *value);
  Value *lastLane(Value *mask);

  // ---- emit_function_calls.cpp
  void emitFunctionCall(llvm::CallInst &call);
  void emitIndirectCall(llvm::CallInst &call);
  Value *callVersion(llvm::CallInst &call, const llvm::Function &callee, Value *mask);
  void callUnknown(llvm::CallInst &call, Value *target, Value *mask, llvm::AllocaInst *results);

  // ---- emit_structures.cpp
  Value *splat(Value *scalar);
  Value *extractLane(Value *wide, Type *type, Value *lane);
  Value *insertLane(Value *wide, Value *value, Value *lane);
  Value *selectLanes(Value *mask, Value *value, Value *otherwise, const llvm::Twine &name = "");

  // ---- emit_maths.cpp
  bool emitMaths(llvm::CallInst &call);

  // ---- emit_warp_operations.cpp
  void emitWarpOperation(llvm::CallInst &call, const nvvm::RuntimeFunction &function);
  Value *maskOperand(llvm::CallInst &call);
  void noteOtherLanes();
  void noteLanesAt(BasicBlock *block, Value *lanes);
  void requireLanes(llvm::CallInst &call, const nvvm::RuntimeFunction &operation);
  bool formsGroups(const Value *mask) const;
  void requireAllLive(const nvvm::RuntimeFunction &barrier);
  void requireOneBarrier(llvm::CallInst &call);
  struct LanesAtOperation { // see raddle_lanes_part
    Value *wanted, *active;
    Value *lane = nullptr; // whose mask that is; null: all have the same
  };
  void stopUnless(Value *condition, const nvvm::RuntimeFunction &operation, const LanesAtOperation &lanes);
  void warnUnless(Value *condition, llvm::ArrayRef<llvm::CallInst *> shuffles, const LanesAtOperation &lanes,
                  Value *agree, llvm::function_ref<Value *()> missing);
  void warnOnce(const nvvm::RuntimeFunction &operation, Value *wanted);
  llvm::SmallVector<llvm::CallInst *, 8> shufflesFrom(llvm::CallInst &first);
  void noteLanes();
  void emitBlockBarrier(llvm::CallInst &call, const nvvm::RuntimeFunction &barrier);
  void emitVote(llvm::CallInst &call, nvvm::Runtime vote);
  Value *anyOf(Value *lanes);

  // ---- emit_shuffles.cpp
  void emitShuffle(llvm::CallInst &call, nvvm::Runtime shuffle);
  struct SourceLanes {
    Value *source;   // that each lane reads from
    Value *in_range; // where not, that is the lane itself
  };
  SourceLanes sourceLanes(llvm::CallInst &call, nvvm::Runtime shuffle);
  Value *someReadFrom(Value *missing, llvm::CallInst &shuffle);
  void emitReadOfOneLane(llvm::CallInst &call);
  Value *partOf(Value *lanes, unsigned first, unsigned count);
  Value *sameDistance(llvm::CallInst &call, nvvm::Runtime shuffle);
  Value *permuteByDistance(Value *vector, Value *distance, bool by_xor);
  Value *turn(Value *words, Value *distance, bool by_xor);
  Value *permute(Value *vector, Value *source_lanes);
  Value *selectBySign(Value *sign, Value *negative, Value *otherwise);
  Value *lookUp(Value *vector, Value *source_lanes);
  Value *permuteHalves(Value *vector, Value *source_lanes);
  struct OtherHalf {
    llvm::CallInst *call = nullptr;
    Value *whole = nullptr; // of 64 bits
    bool is_lower = false;
  };
  OtherHalf otherHalf(llvm::CallInst &call) const;

  // ---- emit_reductions_and_matches.cpp
  void emitReduction(llvm::CallInst &call, nvvm::Runtime reduction);
  void emitMatch(llvm::CallInst &call, nvvm::Runtime match);
  Value *matchAny(Value *value, Value *masks);
  llvm::Constant *lanesAcross(unsigned distance);
  Value *forEachGroup(Type *result_type,
                      llvm::function_ref<std::pair<Value *, Value *>(Value *first, Value *left)> body);

  CompileJob &job_;
  llvm::Function &source_;
  const analysis::LaneShapes &shapes_;
  const WarpFunctions &functions_;
  const bool is_kernel_;
  LinearOrder order_;
  llvm::Function &target_;
  BasicBlock *start_;
  const llvm::DataLayout &layout_;
  Builder builder_;
  llvm::IRBuilder<> slots_;
  std::string reason_;
  bool has_wide_permutes_ = false; // AVX-512's
  bool has_permutes_ = false;      // AVX2's
  bool has_tables_ = false;        // NEON's lookups of bytes

  Value *thread_ = nullptr;
  Value *entry_mask_ = nullptr; // lanes that run the function; of a kernel, those that the block has
  Value *thread_idx_[3] = {};   // in blocks of any layout: vectors

  // Of blocks of the source.
  llvm::DenseMap<const BasicBlock *, BasicBlock *> entries_;       // first block of its code
  llvm::DenseMap<const BasicBlock *, llvm::AllocaInst *> waiting_; // lanes that have to run it
  llvm::DenseMap<const BasicBlock *, llvm::AllocaInst *> masks_;   // lanes that ran it last
  llvm::SetVector<BasicBlock *> sources_of_masks_;                 // whose masks others take
  llvm::DenseMap<const BasicBlock *, llvm::BitVector> deferred_;   // blocks where lanes may wait meanwhile
  llvm::DenseMap<const BasicBlock *, bool> may_be_empty_;          // entered without looking for lanes
  llvm::DenseMap<const BasicBlock *, bool> entered_;               // some edge into it was written

  // Of values of the source.
  llvm::DenseMap<const Value *, llvm::AllocaInst *> value_slots_;
  llvm::DenseMap<const llvm::PHINode *, llvm::AllocaInst *> phi_slots_; // what the next run of the phi gives

  // Loads and stores that were done, or will be, with others.
  llvm::DenseMap<const llvm::Instruction *, Value *> served_;
  llvm::DenseMap<const llvm::Instruction *, PlannedStore> planned_stores_;

  // Shuffles of which those in front of them have made sure that their lanes are there.
  llvm::SmallPtrSet<const llvm::CallInst *, 16> checked_;

  // Updates that are done together with others behind them in the block.
  struct PendingUpdate {
    llvm::AtomicRMWInst *update;
    Value *whole = nullptr; // what its address, or else its operand, is a part of, if it varies
    std::function<Value *(Value *lane)> address = nullptr, operand = nullptr;
  };
  llvm::SmallVector<PendingUpdate, 4> pending_;
  bool pending_in_any_order_ = false;
  // What they compute their addresses and operands from, each lane when its turn comes.
  struct Whole {
    Value *place = nullptr; // of the first lane's; the others follow
    Type *kept = nullptr;   // as it lies there
    llvm::Align align;
    bool is_the_callers = false; // memory of the kernel's caller, not a copy
    Value *loaded = nullptr;     // that of the lane whose turn it is
  };
  llvm::SmallMapVector<Value *, Whole, 8> wholes_;
  llvm::AllocaInst *group_memory_ = nullptr; // what such a group spills
  uint64_t group_bytes_ = 0;                 // so much of it is in use

  // While a block is written.
  BasicBlock *block_ = nullptr;
  Value *mask_ = nullptr;
  llvm::DenseMap<const Value *, Value *> values_;  // scalar or vector, by shape
  llvm::DenseMap<const Value *, Value *> vectors_; // vectors made of scalars
};

} // namespace raddle::vectorize

#endif
