// What tuning has to know about the processor that kernels are compiled for: one row for each kind, and no other code
// asks for its maker. Instruction sets are no part of it (see hasFeature).
#ifndef RADDLE_VECTORIZE_PROCESSOR_H
#define RADDLE_VECTORIZE_PROCESSOR_H

#include "base/cache_line.h"
#include "vectorize/compile_job.h"
#include "vectorize/prefetches.h"

#include <cstdint>
#include <string_view>

namespace raddle::vectorize {

struct Processor {
  std::string_view names; // which LLVM's names begin with
  std::string_view measured_on;

  // An operation on 512 bits takes one half after the other, and a store of them two cycles.
  bool halves_vectors;
  // Vector operations that wait for their operands while later ones go on.
  double operations_ahead;
  // Only half of the vector units multiply.
  bool is_short_of_multipliers;
  // Updates of parts of a word pay as updates of whole words: as many memory accesses in a cycle as operations.
  bool updates_whole_words;
  // A loop that adds up takes no time for its counter, so that two iterations in one gain nothing.
  bool counts_for_free;
  // So many bytes of shared memory stay in the first-level cache beside accumulators of the warps.
  std::uint64_t bytes_of_tiles;

  // The level of the cache that prefetches go to: the one that most lines can be under way to at a time.
  CacheLevel prefetch_level;
  // Loops over the grid prefetch so many warps' accesses, of all loads together, at most so many iterations ahead: often these
  // are a power of two apart, and lie in the same sets of the caches.
  unsigned prefetched_warps, prefetched_iterations;
  // So many cache lines can be under way to the first level at a time, and twice as many to the second.
  unsigned first_level_misses;
  // Blocks that read so many bytes at most prefetch what later ones read after all their barriers.
  unsigned most_bytes_spread;
  // Loops that gather prefetch so many bytes ahead.
  unsigned bytes_ahead_of_gathers;
  // Blocks that only read a few lines each are prefetched several blocks ahead.
  bool prefetches_several_blocks;
  // Rows of so many lanes of a block and more have their accesses prefetched.
  unsigned shortest_prefetched_row;

  // Cross-block batching (tune/block_batches): a step of a frame runs at most so many iterations, and prefetches so many bytes
  // ahead at each place, or none.
  unsigned batch_iterations;
  unsigned batch_prefetch_bytes;
  CacheLevel batch_prefetch_level;

  static const Processor &of(const llvm::TargetMachine &machine);
};

/// Whether the machine has a feature, by LLVM's name ("fma").
bool hasFeature(const llvm::TargetMachine &machine, llvm::StringRef feature);

} // namespace raddle::vectorize

#endif
