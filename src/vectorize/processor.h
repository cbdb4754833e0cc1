// What tuning has to know about the processor that kernels are compiled for: one row for each kind, and nobody else asks
// who made it. Instruction sets are no part of it (see hasFeature).
#ifndef RADDLE_VECTORIZE_PROCESSOR_H
#define RADDLE_VECTORIZE_PROCESSOR_H

#include "vectorize/compile_job.h"
#include "vectorize/prefetches.h"

#include <cstdint>
#include <string_view>

namespace raddle::vectorize {

inline constexpr std::uint64_t kCacheLineBytes = 64;

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
  // Sums are better stored one by one as they are complete.
  bool stores_sums_early;

  // Into which level of the cache what is read later is announced, since most lines are under way to it at a time.
  CacheLevel announced_level;
  // Loops over the grid announce what so many warps access, of all loads together, at most so many rounds ahead: often these
  // are a power of two apart, and lie in the same sets of the caches.
  unsigned warps_announced, rounds_announced;
  // Loops that gather announce so many bytes ahead.
  unsigned bytes_ahead_of_gathers;
  // Blocks that only read a few lines each are announced several blocks ahead.
  bool announces_blocks_in_a_row;
  // Lanes in a row of a block from which on what they access is announced.
  unsigned shortest_announced_row;

  // Blocks in step (tune/block_batches/batch_blocks) read so many rounds between two looks at a frame, and announce them or not.
  unsigned rounds_in_step;
  bool announces_steps;

  static const Processor &of(const CompileJob &job);
};

} // namespace raddle::vectorize

#endif
