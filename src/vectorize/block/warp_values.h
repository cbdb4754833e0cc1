// Values that a warp keeps from one region to another.
//
// A value that is the same for all warps stays a value. One that is cheap to compute from the warp's number and from such
// values is rematerialised at the beginning of the region. Every other value has a place in the frame of its
// warp: it is stored where it is computed, and loaded at the beginning of each region that uses it.
#ifndef RADDLE_VECTORIZE_BLOCK_WARP_VALUES_H
#define RADDLE_VECTORIZE_BLOCK_WARP_VALUES_H

#include "vectorize/block/barrier_regions.h"
#include "vectorize/block/warp_variance.h"
#include "vectorize/compile_job.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include <optional>

namespace raddle::vectorize {

/// To compute a value again takes less time than to store and load it, up to so many operations: a store is forwarded to a
/// load in about as many cycles.
inline constexpr unsigned kCheapOperations = 6;

/// for (warp = 0; ...) of a region: `before` leads to `begin`, which leads to the region's start.
struct WarpLoop {
  llvm::BasicBlock *before, *begin;
  llvm::PHINode *index;                             // of the iteration
  llvm::Value *warp, *thread;                       // an i64, and the address of its RaddleThread
  llvm::DenseMap<llvm::Value *, llvm::Value *> own; // what stands for a value in this region
};
using WarpLoops = llvm::DenseMap<llvm::BasicBlock *, WarpLoop>; // by the regions' starts

/// How often the kernel runs for a block at most: once for each warp, or for each group of fused warps.
unsigned mostRuns(const Facts &facts);
/// Creates a variable of the kernel: an array with an element for each run.
llvm::AllocaInst *placeForEachWarp(llvm::Function &kernel, const Facts &facts, llvm::Type *type,
                                   const llvm::Twine &name);
/// The offset of the field of the RaddleThread `thread` at `address`, or -1.
std::int64_t threadFieldAt(const llvm::Value &address, const llvm::Value &thread);

class WarpValues {
public:
  /// `locals` are those of the kernel's local arrays that keep() replaces by one for each warp.
  WarpValues(llvm::Function &kernel, const Facts &facts, const WarpVariance &variance,
             BarrierRegions &regions, llvm::ArrayRef<llvm::AllocaInst *> locals, bool has_mask_registers);

  bool hasMaskRegisters() const { return has_mask_registers_; }
  /// Whether the value is computed again from the warp's number wherever the region uses it.
  bool isFree(const llvm::Instruction &value, const BarrierRegion &region) const;
  /// Whether a value that is the same for all warps is known at the start of a region: not if the region itself computes it,
  /// nor if the last warp did not compute it because it had returned.
  bool isThereAtStart(const llvm::Instruction &value, const BarrierRegion &region) const;

  /// To be called before the loops exist: gives each way on which a value is stored for a phi a region.
  void separateWays();
  /// To be called before the regions are connected to their loops.
  void keep(WarpLoops &loops);

private:
  llvm::Value *ofWarp(llvm::AllocaInst *array, const WarpLoop &loop);
  void store(llvm::Value *value, llvm::Value *address, llvm::BasicBlock::iterator before) const;
  llvm::Value *load(const llvm::Instruction &value, llvm::Value *address, llvm::Instruction *before) const;
  bool keepsAsBytes(const llvm::Type &type) const;
  WarpLoop &loopOf(const llvm::Instruction &instruction);
  llvm::AllocaInst *placeToKeep(const llvm::Instruction &value);
  llvm::Instruction *whereToLoad(llvm::Instruction &value, const llvm::AllocaInst &place,
                                 const BarrierRegion &region, const WarpLoop &loop) const;
  llvm::AllocaInst *placeOf(llvm::Instruction &value);
  void keepPhis();
  void sharePlace(llvm::PHINode &phi);
  void takePlaces();
  void keepIn(llvm::AllocaInst *place, llvm::Instruction &value);
  void findWarpsOwn(const BarrierRegion &region);
  bool isWarpsOwn(const llvm::Value &value, const BarrierRegion &region) const;
  llvm::Value *ownOf(llvm::Value &value, const BarrierRegion &region, WarpLoop &loop);
  bool isCheap(const llvm::Instruction &instruction, const BarrierRegion &region, unsigned &operations) const;
  void formFrames();

  llvm::Function &kernel_;
  const Facts &facts_;
  const llvm::Argument &thread_;
  const llvm::DataLayout &layout_;
  const WarpVariance &variance_;
  BarrierRegions &regions_;
  llvm::ArrayRef<llvm::AllocaInst *> locals_;
  const bool has_mask_registers_;
  WarpLoops *loops_ = nullptr;
  std::optional<llvm::DominatorTree>
      dominators_; // of the kernel when the loops over the warps are being written
  std::optional<llvm::LoopInfo> inner_loops_;
  llvm::SmallVector<llvm::PHINode *, 8> phis_; // at the start of a region, and not the same for all warps
  llvm::DenseMap<const llvm::Instruction *, llvm::AllocaInst *>
      places_;                                                   // arrays by warp, for values and locals
  llvm::SmallPtrSet<const llvm::AllocaInst *, 8> shared_places_; // by values of which one follows another
  llvm::SmallVector<llvm::AllocaInst *, 16> kept_;               // the places of values
  llvm::SmallVector<std::pair<llvm::Use *, llvm::Value *>, 64> replacements_;
};

} // namespace raddle::vectorize

#endif
