// Memory from the system, in pages of all sizes.
#ifndef RADDLE_BACKEND_CPU_MEMORY_MAPPING_H
#define RADDLE_BACKEND_CPU_MEMORY_MAPPING_H

#include <cstddef>

namespace raddle::cpu {

constexpr std::size_t kHugePageBytes = 2 * 1024 * 1024;

/// New pages of zeros, `bytes` from a multiple of `alignment` on, which is a power of two of at least a page; null when there
/// is no room. `protection` as mmap() has it. They take memory when they are first used.
std::byte *mapPages(std::size_t bytes, std::size_t alignment, int protection);

/// kHugePageBytes of them that may be read and written: one huge page where the system has some.
std::byte *mapHugePage();

} // namespace raddle::cpu

#endif
