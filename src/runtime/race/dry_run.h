// The dry run of a loop whose threads access shared memory at the same places in all blocks of a launch (see dry-run-loops): one
// block tells of all its accesses without making them. If none leaves its variable, and none races, no block has to check any.
#ifndef RADDLE_RUNTIME_RACE_DRY_RUN_H
#define RADDLE_RUNTIME_RACE_DRY_RUN_H

#include "runtime/block/block.h"
#include "runtime/race/epoch_shadow.h"

#include <array>
#include <cstdint>
#include <vector>

namespace raddle::runtime::race {

/// What a block knows of the loop that it comes to.
class DryRun {
public:
  /// That of the block which runs.
  static DryRun &of(Block &block);

  /// All warps of the block ask both, once for each loop, and between the two they make the dry run if it is wanted. It is of one
  /// block of the launch only, which runs the loop with checks.
  bool isWanted(unsigned loop);
  bool hasPassed(unsigned loop);
  /// Warps have run the loop without checks.
  void noteUse(unsigned loop);

  struct Access {
    unsigned warp;
    std::uint32_t lanes;
    std::uintptr_t variable;
    std::uint64_t size, bytes; // of the variable, and those that each lane accesses
    std::uint32_t flags;       // kRaddleRaceWrites and kRaddleRaceIsMade
  };
  void lookAtRow(const Access &access, std::uintptr_t first, std::int64_t stride);
  void lookAtLanes(const Access &access, const std::uint64_t *addresses);
  void barrier(unsigned warp, std::uint32_t lanes);

private:
  void enter(unsigned loop);
  bool mayRunDry() const;
  bool isInitialised() const;
  void end();
  std::vector<DryRunResults::Bytes> wordsThatAre(unsigned state) const;
  void noteWords(const Access &access, std::uintptr_t address);

  // What the dry run knows of a word.
  enum : std::uint8_t { kNeeded = 1, kWritten = 2 };

  Block *block_ = nullptr;
  std::uint64_t grid_id_ = ~std::uint64_t{0};
  RaddleDim3 block_idx_{};
  unsigned loop_ = ~0u;
  bool is_wanted_ = false, has_failed_ = false;
  bool has_passed_ = false;
  std::uint32_t used_ = 0; // by a bit for each loop: the block has run it without checks
  unsigned asked_ = 0;     // warps that have asked whether it has passed
  EpochShadow shadow_;
  const WarpHistory no_meetings_;
  std::array<std::uint32_t, kMaxWarpsPerBlock> barriers_{}; // that warps have come to
  std::uint32_t epoch_ = 0;
  std::vector<std::uint8_t> words_;
};

} // namespace raddle::runtime::race

#endif
