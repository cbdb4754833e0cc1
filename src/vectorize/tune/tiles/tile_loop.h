// A loop that fills shared memory for a while and then adds up from it: what it consists of.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_TILE_LOOP_H
#define RADDLE_VECTORIZE_TUNE_TILES_TILE_LOOP_H

#include "vectorize/compile_job.h"
#include "vectorize/tune/accumulators/accumulators_in_memory.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

namespace raddle::vectorize {

/// The shared memory of a block, where nothing but one function sees it and its size is known; else 0.
std::uint64_t bytesOfTiles(const CompileJob &job);

/// A function that runs all warps of a block, with a loop
///
///   for (tile = ...) {
///     for (warp ...) shared[...] = global[... tile ...];          writes the same places each time
///     for (warp ...) for (i ...) sums[warp] += f(shared[...]);    does the same each time, but for what it
///     reads there
///   }
///
/// and nothing else that touches the block's shared memory. Changes nothing.
class TileLoop {
public:
  /// The operand of an instruction that is an address in shared memory, or a vector of such.
  struct Access {
    llvm::Instruction *instruction;
    unsigned operand;
  };
  struct Analyses {
    llvm::LoopInfo &loops;
    llvm::DominatorTree &dominators;
    llvm::PostDominatorTree &post_dominators;
    llvm::ScalarEvolution &evolution;
    llvm::AAResults &aliases;
  };

  /// Whether the function has one. All else holds only behind that. Its loops are simplified and closed
  /// (LCSSA).
  bool find(llvm::Function &function, Analyses analyses);

  /// Over the tiles; over the warps that read one; over what a warp reads, of one block.
  llvm::Loop &tiles() const { return *tiles_; }
  llvm::Loop &warps() const { return *warps_; }
  llvm::Loop &terms() const { return *terms_; }
  /// Of `terms`, known to be the same each time.
  unsigned iterations() const { return iterations_; }

  /// Where the shared memory lies.
  llvm::ArrayRef<llvm::LoadInst *> bases() const { return bases_; }
  llvm::ArrayRef<Access> writers() const { return writers_; }
  /// In `terms`.
  llvm::ArrayRef<Access> readers() const { return readers_; }
  /// Sums go on from where they were in the tile before; all other phis of `terms` begin anew.
  bool isSum(const llvm::PHINode &phi) const { return sums_.loads.contains(&phi); }

  /// Whether a value may be another one for another tile (and the same warp).
  bool varies(const llvm::Value *value) const { return varying_.contains(value); }

private:
  bool findAccesses(llvm::Function &function);
  bool findUsersOf(llvm::Value &pointer);
  bool findUsersOfKept(llvm::StoreInst &store);
  bool findLoops();
  bool findSums();
  bool writesSums(const llvm::Instruction &instruction) const;
  bool onlyTouchesTiles() const;
  bool isOwnPlace(const llvm::Value *first, std::uint64_t bytes) const;
  void findVarying();
  bool writesSamePlaces() const;
  bool readsSameWay() const;

  Analyses *analyses_ = nullptr;
  llvm::Argument *block_ = nullptr;
  llvm::Loop *tiles_ = nullptr, *warps_ = nullptr, *terms_ = nullptr;
  unsigned iterations_ = 0;
  llvm::SmallVector<llvm::LoadInst *, 2> bases_;
  llvm::SmallVector<Access, 32> writers_, readers_;
  llvm::DenseSet<const llvm::LoadInst *> kept_; // addresses that come out of a warp's frame
  SumsInMemory sums_;
  llvm::DenseSet<const llvm::Value *> varying_;          // from tile to tile
  llvm::DenseSet<const llvm::BasicBlock *> conditional_; // on what varies
};

} // namespace raddle::vectorize

#endif
