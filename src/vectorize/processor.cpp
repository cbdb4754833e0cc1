// Where the kinds differ, in measurements:
//
// * Lines under way. A core has to have 2 to 3 KiB under way for its share of the bandwidth of memory. How many lines it waits
//   for at a time differs by level: 16 for the first and 48 for the second on Sapphire Rapids, 24 and 48 on Zen 4. There four
//   cores read 34 GB/s into the first by pieces of 1 KiB, and into the second 47 by 4 KiB ahead and 51 by 8; Sapphire Rapids
//   reads one array equally fast into both, two up to 10 % faster into the first, and slower by more than 4 KiB ahead.
// * Short rows. A stencil by blocks of 16 x 16 takes 30 % less time on Zen 5 with prefetches, and 10 % more on an Emerald
//   Rapids; by 8 x 8 it gains on none.
// * Updates. Zen does three memory accesses in a cycle, Intel's processors five: there an update of whole words takes the longer
//   the more it computes (Emerald Rapids: by 2 to 8 % for the bytes of words).
// * Cross-block batching. One iteration in a step takes twice as many accesses. The pieces of several lie in as many places, from
//   each of which the processor reads ahead, best from four, if prefetches do not disturb it: 256 blocks or more add up 1.05 to
//   1.28 times as fast as each for itself on 16 cores of an Emerald Rapids, from eight 0.92 to 1.27 times, and from eight with
//   prefetches 0.88 to 1.29. A Zen 4 does it as well from eight, and is a sixth faster with prefetches. One of its cores reads
//   0.91 of what it does from end to end with prefetches 256 bytes ahead, 0.95 with 512, 0.97 with 768 or 1024, and 0.92 with
//   4096, into the second level. One core of a Zen 5 that reads 256 MiB by 128 blocks of 256 threads takes 6.7 to 7.9 ms, by 16
//   blocks 7.0 to 9.9, by eight iterations with prefetches 7.7 to 12.2, and from end to end 6.5 to 10.9.

#include "vectorize/processor.h"

#include <llvm/MC/MCSubtargetInfo.h>

using namespace llvm;

namespace raddle::vectorize {

constexpr Processor kIntel = {
    .names = "",
    .measured_on = "Sapphire Rapids and Emerald Rapids, October and November 2026",
    .halves_vectors = false,
    .operations_ahead = 240,
    .is_short_of_multipliers = false,
    .updates_whole_words = false,
    .counts_for_free = false,
    .bytes_of_tiles = 32 << 10,
    .prefetch_level = CacheLevel::kFirst,
    .prefetched_warps = 32,
    .prefetched_iterations = 4,
    .first_level_misses = 24, // 16 on Sapphire Rapids; not tried
    .most_bytes_spread = 0,   // not tried
    .bytes_ahead_of_gathers = 2048,
    .prefetches_several_blocks = false,
    .shortest_prefetched_row = kRaddleWarpSize,
    .batch_iterations = 4,
    .batch_prefetch_bytes = 0,
    .batch_prefetch_level = CacheLevel::kSecond,
};

constexpr Processor kZen4 = {
    .names = "znver",
    .measured_on = "Zen 4, October and November 2026",
    .halves_vectors = true,
    .operations_ahead = 150, // its vector units hold 128 that wait
    .is_short_of_multipliers = true,
    .updates_whole_words = true,
    .counts_for_free = true,
    .bytes_of_tiles = 32 << 10,
    .prefetch_level = CacheLevel::kSecond,
    .prefetched_warps = 64,
    .prefetched_iterations = 8,
    .first_level_misses = 24,
    .most_bytes_spread = 0, // not tried
    .bytes_ahead_of_gathers = 1024,
    .prefetches_several_blocks = true,
    .shortest_prefetched_row = kRaddleWarpSize / 2,
    .batch_iterations = 8,
    .batch_prefetch_bytes = 1024,
    .batch_prefetch_level = CacheLevel::kSecond,
};

constexpr Processor kZen5 = [] {
  Processor processor = kZen4;
  processor.names = "znver5";
  processor.measured_on = "Zen 5, November 2026";
  processor.batch_iterations = 4;
  processor.batch_prefetch_bytes = 0;
  processor.most_bytes_spread = 8 << 10;
  return processor;
}();

// The first whose name fits; the last one stands for all that are not known.
constexpr const Processor *kProcessors[] = {&kZen5, &kZen4, &kIntel};

const Processor &Processor::of(const TargetMachine &machine) {
  const StringRef name = machine.getTargetCPU();
  for (const Processor *processor : kProcessors)
    if (name.starts_with(StringRef(processor->names.data(), processor->names.size())))
      return *processor;
  return kIntel;
}

bool hasFeature(const TargetMachine &machine, StringRef feature) {
  // One that another kind of processor has is no feature to LLVM.
  const MCSubtargetInfo &processor = *machine.getMCSubtargetInfo();
  const auto known = find_if(processor.getAllProcessorFeatures(),
                             [&](const SubtargetFeatureKV &row) { return StringRef(row.Key) == feature; });
  return known != processor.getAllProcessorFeatures().end() && processor.getFeatureBits().test(known->Value);
}

} // namespace raddle::vectorize
