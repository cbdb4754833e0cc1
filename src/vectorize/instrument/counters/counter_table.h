// Which counters a module has, and what they mean: a constant beside the code, in JSON, which `raddle profile` reads.
//
//   places     where in the source (source_places.h)
//   blocks     {counter, mix: [[place, class, instructions], ...]}: `counter` how many warps ran it, the next one how many lanes.
//              Blocks that always run together are one. A barrier ends a block here.
//              chain, overlapped, steps: {class: instructions} that a warp waits for, one after the other (dependence_chains.h)
//   branches   {counter, block, place}: how many warps divided at the end of this block
//   barriers   {counter, block, place}: who waits how long (profile/barrier_waits.h)
//   accesses   {counter, block, place, kind, space, bytes, reused}: kCountersOfAccess of them (profile/access_counts.h). A space of 0: it is
//              not known before the kernel runs, and there are as many again for shared memory
#ifndef RADDLE_VECTORIZE_LOWER_COUNTER_TABLE_H
#define RADDLE_VECTORIZE_LOWER_COUNTER_TABLE_H

#include "vectorize/instrument/counters/dependence_chains.h"
#include "vectorize/instrument/source_places.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/JSON.h>

#include <map>

namespace raddle::vectorize {

class CounterTable {
public:
  /// The number of a new group of counters that lies within a cache line.
  unsigned addBlock();
  unsigned addBranch(unsigned block, const llvm::DILocation *place);
  unsigned addAccess(unsigned block, const llvm::DILocation *place, llvm::StringRef kind, unsigned space,
                     std::uint64_t bytes, unsigned reused);
  unsigned addBarrier(unsigned block, const llvm::DILocation *place);
  /// What a warp waits for there.
  void addChains(unsigned block, const BlockChains &chains);
  /// So many more instructions of that class, in that block.
  void count(unsigned block, const llvm::DILocation *place, llvm::StringRef kind);
  unsigned instructionsOf(unsigned block) const;

  bool isEmpty() const { return counters_ == 0; }
  /// Defines the RaddleCounterTable.
  void write(llvm::GlobalVariable &table) const;

private:
  unsigned reserve(unsigned counters, unsigned alignment);

  unsigned counters_ = 0;
  SourcePlaces places_;
  llvm::json::Array branches_, accesses_, barriers_;
  // By block: place and class.
  std::map<unsigned, std::map<std::pair<unsigned, llvm::StringRef>, unsigned>> mixes_;
  std::map<unsigned, BlockChains> chains_;
};

/// A variable of the type RaddleCounterTable, yet without a value.
llvm::GlobalVariable *declareCounterTable(llvm::Module &module);

} // namespace raddle::vectorize

#endif
