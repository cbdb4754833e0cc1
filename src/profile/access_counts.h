// What an access of a warp costs on a GPU: how many sectors of 32 bytes it touches in global memory, how many wavefronts it takes in shared
// memory, and how many more than it had to be.
#ifndef RADDLE_PROFILE_ACCESS_COUNTS_H
#define RADDLE_PROFILE_ACCESS_COUNTS_H

#include "abi/kernel_abi.h"

#include <cstdint>

namespace raddle::profile {

inline constexpr unsigned kSectorBytes = 32;
inline constexpr unsigned kBanks = 32, kBankBytes = 4;

/// The counters of an access. Requests and lanes are counted with its block, unless the kind of memory is known to the running kernel
/// only. Of the distances from lane to lane the sum and the sum of squares are kept, modulo 2^64, of requests with two or more
/// excessive sectors or wavefronts: whether it is always the same one follows from both.
enum Counter : unsigned {
  kRequests,
  kLanes,
  kExtra,     // sectors or wavefronts, less one for each request
  kExcessive, // of them
  kDistances, // bytes
  kDistanceSquares,
  kDistanceCount,
  kConflicts, // atomic updates of an address that another lane of the request updates too
  kCountersOfAccess
};

/// The access of a warp.
struct WarpAccess {
  const std::uint64_t *addresses; // of 32 lanes
  std::uint32_t lanes;            // that are active
  unsigned bytes;                 // of each lane, 1 to 16
};

/// Sectors, and the fewest that so many bytes fill, if these are not more.
struct Cost {
  unsigned actual = 0, ideal = 0;
};
Cost globalCost(const WarpAccess &access);

/// Wavefronts. Accesses of up to 4 bytes are made by all lanes at once, of 8 bytes by half of them, of 16 bytes by a quarter. Each of
/// these takes as many wavefronts as different words of 4 bytes lie in one bank; lanes that read the same word share it.
/// Atomic updates of a word do not.
Cost sharedCost(const WarpAccess &access, bool is_atomic);

/// Lanes whose address an earlier lane has, too.
unsigned conflicts(const WarpAccess &access);

/// Adds the access to its counters. `shared` is where shared memory begins, which has `shared_bytes`, and matters where the kind
/// of memory is not known. `flags` are RaddleCountFlags.
void countAccess(std::uint64_t *counters, const WarpAccess &access, unsigned flags, std::uint64_t shared,
                 std::uint64_t shared_bytes);

// What the last access at a place has counted, so that another one with the same lanes at the same distances, from an address
// that lies as in its 128 bytes, need not be looked at. Kernels compare it (vectorize/widen/emit/calls/counters.cpp).
enum Memo : unsigned {
  kMemoDistances = 0, // of 32 lanes from the first active one
  kMemoKey = 32,      // the lanes, the first address within 128 bytes in bit 32 and up, and bit 63
  kMemoCounted = 40,  // by Counter
  // Of accesses to words of shared memory, which lanes may access words of the same bank, so that one with other lanes, but all of
  // them at the same distances, need not be looked at either.
  kMemoWordDistances = 48, // of 32 lanes from lane 0, active or not; 32 bits each
  kMemoBanks = 64,         // of 32 banks: the lanes; 32 bits each
  kMemoWordKey =
      80, // the address of lane 0 within 128 bytes in bit 32 and up, and bit 63; 0 where lanes share words
  kMemoNumbers = 88
};

/// As countAccess(), of memory that is known; `memo` begins with the addresses of all lanes, and then has the distances.
void countAndRemember(std::uint64_t *counters, std::uint64_t *memo, std::uint32_t lanes, unsigned flags,
                      std::uint64_t shared, std::uint64_t shared_bytes);

} // namespace raddle::profile

#endif
