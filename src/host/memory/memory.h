// Every piece of memory that the CUDA API knows: who owns it, where it ends, what it may be used for.
//
// Device memory is host memory, so nothing but this map keeps CUDA's rules about it: kinds, bounds,
// double frees, wild pointers.
#ifndef RADDLE_HOST_MEMORY_MEMORY_H
#define RADDLE_HOST_MEMORY_MEMORY_H

#include "backend/memory.h"
#include "host/memory/freed_arrays.h"
#include "host/memory/overrun.h"
#include "host/status.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>
#include <vector>

namespace raddle::host {

/// What is to be allocated, and for whom.
struct Request {
  MemoryKind kind = MemoryKind::kDevice;
  int device = 0;
  std::size_t bytes = 0; // > 0
  unsigned flags = 0;
  std::size_t alignment = backend::Memory::kAlignment; // a power of two of up to a page
  const char *name = nullptr;                          // as in Allocation
  std::uintptr_t caller = 0;
  MemoryPool *pool = nullptr; // that the memory is taken from, if any
  bool of_graph = false;      // as in Allocation
  std::uint64_t context = 0;  // as in Allocation
};

/// Which memory an operand of a copy may lie in.
enum class Side { kHost, kDevice, kAny };

class MemoryRegistry {
public:
  /// capacity: bytes of device memory that each of `devices` devices has.
  MemoryRegistry(backend::Memory &memory, int devices, std::size_t capacity);

  /// Zero-filled memory, or with RADDLE_POISON=1, where it is no variable, filled with kPoisonByte.
  /// Status::kOutOfMemory when the device's capacity or the system's memory is exhausted.
  Status allocate(const Request &request, void **out);

  /// Makes the program's own memory known. Status::kAlreadyRegistered when any of it is known.
  Status adopt(MemoryKind kind, int device, void *base, std::size_t bytes, unsigned flags);

  /// Counts memory of a device that is nobody's allocation. False when the device has no more.
  bool take(int device, std::size_t bytes);
  void giveBack(int device, std::size_t bytes);

  /// Makes memory known that somebody else maps and unmaps. Its place is free.
  void addMapping(const Allocation &mapping);
  void removeMapping(const void *base);
  void setAccess(const void *base, unsigned access);

  /// Makes the array that contains the address memory that other processes can map. Nothing where there is none, or the system
  /// refuses.
  struct Shared {
    backend::Memory::SharedPlace place;
    std::size_t bytes;
    int device;
  };
  std::optional<Shared> share(const void *address);

  /// The allocation that contains the address.
  std::optional<Allocation> find(const void *address) const;

  /// The allocation that starts at the address and is not being released.
  std::optional<Allocation> findBase(const void *base) const;

  /// Claims an allocation for a release that happens later; false when it is claimed or gone.
  bool markReleasing(const void *base);

  /// Forgets the allocation and, unless it is the program's own memory, gives it back to the system. False when there is
  /// none. `overruns` gets what is found beside it. `caller` as in Request. Small arrays are held back for a while, to see
  /// whether somebody still writes to them.
  bool release(const void *base, std::uintptr_t caller, std::vector<Overrun> &overruns);

  /// Releases everything that belongs to the device.
  void releaseAll(int device, std::vector<Overrun> &overruns);
  /// Releases what was allocated for a context.
  void releaseContext(std::uint64_t context, std::vector<Overrun> &overruns);

  /// Looks at the margins of all allocations. Each is told of once.
  std::vector<Overrun> takeOverruns();

  /// For handlers of signals: memory at the address may not be accessed. True when it may now, because it is near an
  /// array; the first such access to each array is noted.
  bool pass(std::uintptr_t address, std::uintptr_t pc, bool write, const char *kernel);
  std::vector<PassedAccess> takePassedAccesses();

  /// The allocation that contains the address, or is the nearest of those that have it in reach, with those that were
  /// freed lately.
  struct Neighbour {
    Allocation allocation;
    bool freed;
  };
  std::optional<Neighbour> nearest(std::uintptr_t address) const;

  /// For handlers of signals: the array in whose guards the address lies, or that was freed and contained it. None when
  /// somebody else is using the registry.
  std::optional<Neighbour> guardedNow(std::uintptr_t address);

  /// The array that contained the address and was freed lately, where nothing else is there now.
  std::optional<Allocation> findFreed(const void *address) const;

  /// Whether [address, address + bytes) may be an operand on that side: Status::kSuccess or Status::kInvalidValue.
  /// Memory that is not known counts as ordinary host memory. `is_known`: whether it is.
  Status check(const void *address, std::size_t bytes, Side side, bool *is_known = nullptr) const;

  std::size_t capacity() const { return capacity_; }
  std::size_t bytesInUse(int device) const;
  /// How often something was freed.
  std::uint64_t frees() const { return frees_.load(std::memory_order_relaxed); }
  /// Another number whenever something was allocated or freed, or others may access it.
  std::uint64_t version() const { return version_.load(std::memory_order_acquire); }

  /// The allocation that contains the address or ends there, with the mappings that make one array with it.
  std::optional<Allocation> findWithEnd(const void *address) const;

private:
  using Map = std::map<std::uintptr_t, Allocation>;

  Allocation withNeighbours(Map::const_iterator position) const;

  static constexpr std::size_t kMostPassed = 64;

  Map::const_iterator locate(const void *address) const;
  Map::iterator nearestTo(std::uintptr_t address, std::size_t reach);
  void erase(Map::iterator position, std::uintptr_t caller, std::vector<Overrun> &overruns);
  Allocation *nearestOfAll(std::uintptr_t address);
  Status checkMapped(Map::const_iterator position, std::uintptr_t end) const;
  void mendMargins(const backend::HeapBlock &block);
  static void look(Allocation &allocation, std::vector<Overrun> &overruns);

  mutable std::shared_mutex mutex_;
  const std::size_t capacity_;
  Map allocations_;
  std::vector<std::size_t> in_use_;
  FreedArrays freed_;
  std::atomic<std::uint64_t> frees_ = 0, version_ = 0;
  std::vector<PassedAccess> passed_;
  backend::Memory &heap_;
};

} // namespace raddle::host

#endif
