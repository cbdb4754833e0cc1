// Kinds of accesses and events that only the race detector uses. The others are in RaddleRaceFlags and RaddleRaceEvent.
#ifndef RADDLE_ABI_RACE_FLAGS_H
#define RADDLE_ABI_RACE_FLAGS_H

#include "abi/kernel_abi.h"

#include <cstdint>

namespace raddle {

/// A volatile read of what decides about no branch: who waits for something reads it otherwise.
inline constexpr std::uint32_t kRaddleRaceIsData = 1u << (kRaddleRaceScopeShift + 2);
/// A copy that is made later, at any time before its thread has waited for it.
inline constexpr std::uint32_t kRaddleRaceIsCopy = 1u << (kRaddleRaceScopeShift + 3);
/// An access of a dry run, which is not made (see dry-run-loops): its value is the size of the variable.
inline constexpr std::uint32_t kRaddleRaceIsDry = 1u << (kRaddleRaceScopeShift + 4);
/// One that all blocks make: no data decides about it.
inline constexpr std::uint32_t kRaddleRaceIsMade = 1u << (kRaddleRaceScopeShift + 5);
static_assert(kRaddleRaceIsMade < 1u << kRaddleRaceElementShift);

/// The copies of a thread since the last time become a group; it waits for all but the last `operand` groups, for the oldest one,
/// and for all copies.
inline constexpr std::uint32_t kRaddleRaceCopiesCommit = kRaddleRaceGridPasses + 1,
                               kRaddleRaceCopiesWait = kRaddleRaceGridPasses + 2,
                               kRaddleRaceCopiesWaitForOldest = kRaddleRaceGridPasses + 3,
                               kRaddleRaceCopiesWaitForAll = kRaddleRaceGridPasses + 4;

/// A barrier of the block in a dry run.
inline constexpr std::uint32_t kRaddleRaceDryBarrier = kRaddleRaceGridPasses + 5;

} // namespace raddle

#endif
