// What only the race detector knows of accesses, beside RaddleRaceFlags.
#ifndef RADDLE_ABI_RACE_FLAGS_H
#define RADDLE_ABI_RACE_FLAGS_H

#include "abi/kernel_abi.h"

#include <cstdint>

namespace raddle {

/// A volatile read of what decides about no branch: who waits for something reads it otherwise.
inline constexpr std::uint32_t kRaddleRaceIsData = 1u << (kRaddleRaceScopeShift + 2);
static_assert(kRaddleRaceIsData < 1u << kRaddleRaceElementShift);

} // namespace raddle

#endif
