// The caches of the processors that Raddle compiles for, as far as all of them are alike.
#ifndef RADDLE_BASE_CACHE_LINE_H
#define RADDLE_BASE_CACHE_LINE_H

#include <cstdint>

namespace raddle {

/// Memory moves between caches in pieces of so many bytes.
inline constexpr std::uint64_t kCacheLineBytes = 64;

/// The first-level cache has 64 sets: lines that lie a multiple of so many bytes apart evict each other.
inline constexpr std::uint64_t kCacheSetPeriodBytes = 64 * kCacheLineBytes;

} // namespace raddle

#endif
