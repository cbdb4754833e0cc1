#include "check/pools.h"

#include "check/report.h"

#include <atomic>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>

namespace raddle::check {

namespace {

struct Pools {
  std::shared_mutex mutex;
  std::map<std::uintptr_t, std::size_t> pools;   // bytes by the beginning
  std::map<std::uintptr_t, Piece> pieces, freed; // by the beginning
  std::map<std::uintptr_t, unsigned> permissions;
  std::map<std::uintptr_t, std::string> names;
};

Pools &all() {
  static auto *const kAll = new Pools;
  return *kAll;
}

std::atomic<std::uint64_t> version = 0;

std::uintptr_t numberOf(const void *pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

template <typename Change> void change(Change how) {
  if (!enabled(Detector::kMemory))
    return;
  Pools &known = all();
  std::unique_lock lock(known.mutex);
  how(known);
  version.fetch_add(1, std::memory_order_release);
}

// The last that begins at the address or in front of it.
template <typename Map> auto inFrontOf(Map &map, std::uintptr_t address) {
  auto next = map.upper_bound(address);
  return next == map.begin() ? map.end() : std::prev(next);
}

template <typename Map> void eraseWithin(Map &map, std::uintptr_t begin, std::size_t bytes) {
  map.erase(map.lower_bound(begin), map.lower_bound(begin + bytes));
}

std::optional<Piece> find(const std::map<std::uintptr_t, Piece> &pieces, std::uintptr_t address) {
  auto found = inFrontOf(pieces, address);
  if (found == pieces.end())
    return std::nullopt;
  return address - found->first <= found->second.bytes ? std::optional(found->second) : std::nullopt;
}

using PieceNode = std::map<std::uintptr_t, Piece>::iterator;

void take(Pools &known, PieceNode piece, const StackTrace &stack) {
  Piece gone = piece->second;
  gone.life.gone = stack;
  known.permissions.erase(piece->first);
  known.pieces.erase(piece);
  known.freed.insert_or_assign(gone.begin, std::move(gone));
}

StackTrace stackOf(std::uintptr_t caller) {
  StackTrace stack;
  captureStack(callSite(caller), stack);
  return stack;
}

} // namespace

void notePool(const void *begin, std::size_t bytes) {
  change([&](Pools &known) { known.pools[numberOf(begin)] = bytes; });
}

void notePoolGone(const void *begin) {
  change([&](Pools &known) {
    const auto pool = known.pools.find(numberOf(begin));
    if (pool == known.pools.end())
      return;
    eraseWithin(known.pieces, pool->first, pool->second);
    eraseWithin(known.freed, pool->first, pool->second);
    known.pools.erase(pool);
  });
}

void notePiece(const void *begin, std::size_t bytes, std::uintptr_t caller) {
  change([&](Pools &known) {
    Piece piece{numberOf(begin), bytes, {}};
    piece.life.bytes = bytes;
    piece.life.made = stackOf(caller);
    known.pieces.insert_or_assign(piece.begin, piece);
  });
}

void notePieceResized(const void *begin, std::size_t bytes) {
  change([&](Pools &known) {
    if (const auto piece = known.pieces.find(numberOf(begin)); piece != known.pieces.end())
      piece->second.bytes = bytes;
  });
}

void notePieceGone(const void *begin, std::uintptr_t caller) {
  change([&](Pools &known) {
    if (const auto piece = known.pieces.find(numberOf(begin)); piece != known.pieces.end())
      take(known, piece, stackOf(caller));
  });
}

void notePoolReset(const void *begin, std::uintptr_t caller) {
  change([&](Pools &known) {
    const auto pool = known.pools.find(numberOf(begin));
    if (pool == known.pools.end())
      return;
    const StackTrace stack = stackOf(caller);
    for (auto piece = known.pieces.lower_bound(pool->first);
         piece != known.pieces.end() && piece->first - pool->first < pool->second;)
      take(known, piece++, stack);
  });
}

void forgetPools(const void *begin, std::size_t bytes) {
  if (!knowsPools())
    return;
  change([&](Pools &known) {
    eraseWithin(known.pools, numberOf(begin), bytes);
    eraseWithin(known.pieces, numberOf(begin), bytes);
    eraseWithin(known.freed, numberOf(begin), bytes);
    eraseWithin(known.permissions, numberOf(begin), bytes);
    eraseWithin(known.names, numberOf(begin), bytes);
  });
}

void notePermissions(const void *begin, unsigned permissions) {
  change([&](Pools &known) {
    if ((permissions & kMayDoAll) == kMayDoAll)
      known.permissions.erase(numberOf(begin));
    else
      known.permissions[numberOf(begin)] = permissions;
  });
}

void notePermissionsGone() {
  change([](Pools &known) { known.permissions.clear(); });
}

unsigned permissionsOf(const void *begin) {
  if (!knowsPools())
    return kMayDoAll;
  Pools &known = all();
  std::shared_lock lock(known.mutex);
  const auto found = known.permissions.find(numberOf(begin));
  return found == known.permissions.end() ? unsigned{kMayDoAll} : found->second;
}

void noteName(const void *begin, std::string name) {
  change([&](Pools &known) { known.names[numberOf(begin)] = std::move(name); });
}

std::string nameOfMemory(const void *begin) {
  if (!knowsPools())
    return {};
  Pools &known = all();
  std::shared_lock lock(known.mutex);
  const auto found = known.names.find(numberOf(begin));
  return found == known.names.end() ? "" : found->second;
}

bool knowsPools() { return versionOfPools() != 0; }

std::optional<Piece> pieceAt(std::uintptr_t address) {
  Pools &known = all();
  std::shared_lock lock(known.mutex);
  return find(known.pieces, address);
}

std::optional<Piece> freedPieceAt(std::uintptr_t address) {
  Pools &known = all();
  std::shared_lock lock(known.mutex);
  const auto found = find(known.freed, address);
  return found && address - found->begin < found->bytes ? found : std::nullopt;
}

std::optional<PoolExtent> poolAt(std::uintptr_t address) {
  Pools &known = all();
  std::shared_lock lock(known.mutex);
  const auto found = inFrontOf(known.pools, address);
  if (found == known.pools.end() || address - found->first >= found->second)
    return std::nullopt;
  return PoolExtent{found->first, found->second};
}

bool hasPools(std::uintptr_t begin, std::size_t bytes) {
  Pools &known = all();
  std::shared_lock lock(known.mutex);
  const auto last = inFrontOf(known.pools, begin + bytes - 1);
  return last != known.pools.end() && last->first + last->second > begin;
}

std::uint64_t versionOfPools() { return version.load(std::memory_order_acquire); }

} // namespace raddle::check
