// The caches between the cores of this process and memory.
#ifndef RADDLE_MACHINE_LAST_LEVEL_CACHE_H
#define RADDLE_MACHINE_LAST_LEVEL_CACHE_H

#include <cstddef>

namespace raddle {

/// Bytes of the last-level caches of as many cores as this process may use; 0 where that is not known. Only those: a
/// processor of chiplets has more, which are of no use to cores elsewhere.
std::size_t lastLevelCacheBytes();

/// How many bytes a launch may write so that the next one finds most of them there, beside what it reads itself.
std::size_t cacheBytesForResults();

} // namespace raddle

#endif
