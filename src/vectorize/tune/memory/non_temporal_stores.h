// Non-temporal stores of large results.
#ifndef RADDLE_VECTORIZE_TUNE_MEMORY_NON_TEMPORAL_STORES_H
#define RADDLE_VECTORIZE_TUNE_MEMORY_NON_TEMPORAL_STORES_H

#include "vectorize/compile_job.h"

#include <cstdint>
#include <optional>

namespace raddle::vectorize {

/// The memory that a kernel writes and does not read: what pointers among its parameters lead to.
class WrittenMemory {
public:
  /// The function runs a block: RaddleBlock first, then the parameters.
  explicit WrittenMemory(const llvm::Function &block_entry);

  /// Whether an address lies there. Not where other blocks, or the host, could tell in which order the kernel
  /// stores.
  bool contains(const llvm::Value &address) const;

private:
  void noteToldStores();
  std::optional<std::int64_t> parameterOf(const llvm::Value &address) const;

  const llvm::Function &entry_;
  llvm::DenseSet<std::int64_t> read_; // parameters whose memory the kernel reads
  llvm::DenseSet<std::int64_t>
      told_; // parameters through which it stores what it may tell others about later
};

/// Before: the function runs a block, or is a part of one that does. After: where it stores whole cache lines in
/// WrittenMemory, it does so without reading them first, and without keeping them, in launches that write more
/// than the caches hold when a thread writes `words` words, job.facts.stored_words (RaddleBlock.stream_words):
///
///   store v, p      becomes      if (words >= block.stream_words && p % 64 == 0) store v, p, !nontemporal
///                                else store v, p
///
/// Such stores come out of order, so a store stays as it is if an atomic operation, a fence or a volatile access may follow
/// it, by which other blocks could tell; whoever waits for the launch sees all (Worker::complete).
llvm::PreservedAnalyses makeStoresNonTemporal(llvm::Function &function, llvm::FunctionAnalysisManager &,
                                              const Facts &facts, const Outputs &outputs);

} // namespace raddle::vectorize

#endif
