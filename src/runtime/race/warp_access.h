// What kernels tell of their accesses.
#ifndef RADDLE_RUNTIME_RACE_WARP_ACCESS_H
#define RADDLE_RUNTIME_RACE_WARP_ACCESS_H

#include <cstdint>

namespace raddle::runtime::race {

/// An access of a warp, or of one of its lanes.
struct WarpAccess {
  unsigned warp;
  std::uint32_t lanes;
  unsigned site; // its number
  std::uint32_t flags;
  std::uint64_t bytes;
  const std::uint64_t *values; // by lane; null where they are not known
};

/// Accesses of each lane, one behind the other.
struct Groups {
  const std::uint64_t *counts; // by lane
  std::int64_t step;           // bytes
  std::uintptr_t begin;        // of the variable outside of which none is made
  std::uint64_t extent;        // of that; 0: all are made
};

} // namespace raddle::runtime::race

#endif
