// Memory that the program divides itself: pools, the pieces that they hand out, and what may be done with memory. The program
// tells of them through raddle/check.h, or through NVTX.
#ifndef RADDLE_CHECK_POOLS_H
#define RADDLE_CHECK_POOLS_H

#include "check/lifetime.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace raddle::check {

/// Only the pieces of a pool may be accessed. `caller`: the call that tells of it returns there. None of these does anything unless memory is checked.
void notePool(const void *begin, std::size_t bytes);
void notePoolGone(const void *begin);
void notePiece(const void *begin, std::size_t bytes, std::uintptr_t caller);
void notePieceResized(const void *begin, std::size_t bytes);
void notePieceGone(const void *begin, std::uintptr_t caller);
/// Takes all pieces back that lie in the pool.
void notePoolReset(const void *begin, std::uintptr_t caller);
/// All pools and pieces there are no more: the memory was freed.
void forgetPools(const void *begin, std::size_t bytes);

/// Bits of what kernels may do with what begins there, as NVTX counts them. Everything, unless it was said otherwise.
enum Permission : unsigned { kMayRead = 1, kMayWrite = 2, kMayUpdateAtomically = 4, kMayDoAll = 7 };
void notePermissions(const void *begin, unsigned permissions);
void notePermissionsGone();
unsigned permissionsOf(const void *begin);

/// What the program calls that which begins there; "" if it has not said.
void noteName(const void *begin, std::string name);
std::string nameOfMemory(const void *begin);

/// Whether the program has told of anything. Cheap.
bool knowsPools();

struct Piece {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
  Lifetime life = {};
};
/// The piece that contains the address, or ends there.
std::optional<Piece> pieceAt(std::uintptr_t address);
/// The same of those that were taken back, where no other is now.
std::optional<Piece> freedPieceAt(std::uintptr_t address);

struct PoolExtent {
  std::uintptr_t begin = 0;
  std::size_t bytes = 0;
};
std::optional<PoolExtent> poolAt(std::uintptr_t address);
/// Whether any of it is a pool's.
bool hasPools(std::uintptr_t begin, std::size_t bytes);

/// Another number whenever something of this has changed.
std::uint64_t versionOfPools();

} // namespace raddle::check

#endif
