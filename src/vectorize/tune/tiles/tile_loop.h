// A loop that fills shared memory for a while and then adds up from it: what it consists of.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_TILE_LOOP_H
#define RADDLE_VECTORIZE_TUNE_TILES_TILE_LOOP_H

#include "vectorize/compile_job.h"
#include "vectorize/tune/accumulators/accumulators_in_memory.h"
#include "vectorize/tune/tiles/tile_accesses.h"
#include "vectorize/tune/tiles/tile_variance.h"

namespace raddle::vectorize {

/// The shared memory of a block, where nothing but one function sees it and its size is known; else 0.
std::uint64_t bytesOfTiles(const Facts &facts, const Outputs &outputs, const CodeParts &parts);

/// A function that runs all warps of a block, with a loop
///
///   for (tile = ...) {
///     for (warp ...) shared[...] = global[... tile ...];                  writes the same places each time
///     for (warp ...) for (i ...) accumulators[warp] += f(shared[...]);    does the same each time, but for what it
///     reads there
///   }
///
/// and nothing else that touches the block's shared memory. Changes nothing.
class TileLoop {
public:
  struct Analyses {
    llvm::LoopInfo &loops;
    llvm::DominatorTree &dominators;
    llvm::PostDominatorTree &post_dominators;
    llvm::ScalarEvolution &evolution;
    llvm::AAResults &aliases;
  };

  /// `manager` has the analyses of the function while this lives. Its loops are simplified and closed (LCSSA).
  TileLoop(llvm::Function &function, llvm::FunctionAnalysisManager &manager);

  /// Whether the function has one. All else holds only after that.
  bool find();
  /// Why a loop over tiles that `find` has come to is none of these; null: there is none at all. `accumulation` is known.
  const char *refusal() const { return refusal_; }

  const Analyses &analyses() const { return analyses_; }
  /// The loop over the tiles; in it the one over the warps that read a tile; in that the one over what a warp reads,
  /// of one block.
  llvm::Loop &tiles() const { return *tiles_; }
  llvm::Loop &warps() const { return *warps_; }
  llvm::Loop &accumulation() const { return *accumulation_; }
  /// The trip count of `accumulation`, known to be the same each time.
  unsigned iterations() const { return iterations_; }

  /// The loop over warps, in the loop over tiles, that does all writes to the tiles and comes before `warps`; or null.
  llvm::Loop *copyLoop(const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators) const;

  /// Where the shared memory lies.
  llvm::ArrayRef<llvm::LoadInst *> bases() const { return accesses_.bases(); }
  llvm::ArrayRef<TileAccess> writers() const { return accesses_.writers(); }
  /// These are in `accumulation`.
  llvm::ArrayRef<TileAccess> readers() const { return accesses_.readers(); }
  /// Accumulators go on from where they were in the tile before; all other phis of `accumulation` begin anew.
  bool isAccumulator(const llvm::PHINode &phi) const { return accumulators_.loads.contains(&phi); }

  /// Whether a value may be another one for another tile (and the same warp).
  bool varies(const llvm::Value *value) const { return variance_.varies(value); }

private:
  bool findLoops();
  bool findAccumulators();
  bool writesAccumulators(const llvm::Instruction &instruction) const;
  bool onlyTouchesTiles() const;
  bool isOwnPlace(const llvm::Value *first, std::uint64_t bytes) const;
  bool writesSamePlaces() const;
  bool readsSameWay() const;

  llvm::Function &function_;
  const Analyses analyses_;
  llvm::Argument *block_ = nullptr;
  llvm::Loop *tiles_ = nullptr, *warps_ = nullptr, *accumulation_ = nullptr;
  unsigned iterations_ = 0;
  const char *refusal_ = nullptr;
  TileAccesses accesses_;
  AccumulatorsInMemory accumulators_;
  TileVariance variance_;
};

} // namespace raddle::vectorize

#endif
