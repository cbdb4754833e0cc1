// Every piece of memory that the CUDA API knows: who owns it, where it ends, what it may be used for.
//
// Device memory is host memory, so nothing but this map keeps CUDA's rules about it: kinds, bounds,
// double frees, wild pointers.
#ifndef RADDLE_RUNTIME_HOST_MEMORY_H
#define RADDLE_RUNTIME_HOST_MEMORY_H

#include "driver_types.h"
#include "runtime/host/page_heap.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <shared_mutex>
#include <vector>

namespace raddle::runtime {

enum class MemoryKind {
  kDevice,     // cudaMalloc
  kVariable,   // a __device__ or __constant__ variable
  kManaged,    // cudaMallocManaged, a __managed__ variable
  kPinned,     // cudaHostAlloc
  kRegistered, // cudaHostRegister: the program's own memory
};

struct Allocation {
  std::byte *base = nullptr;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::kDevice;
  int device = 0;
  unsigned flags = 0; // as given to cudaHostAlloc, cudaHostRegister or cudaMallocManaged; RaddleVariableFlags
  bool owned = true;  // false: the program's own memory, never given back to the system
  bool releasing = false; // cudaFreeAsync is on its way

  bool isDeviceOnly() const { return kind == MemoryKind::kDevice || kind == MemoryKind::kVariable; }
  bool isHost() const { return kind == MemoryKind::kPinned || kind == MemoryKind::kRegistered; }
};

/// Which memory an operand of a copy may lie in.
enum class Side { kHost, kDevice, kAny };

class MemoryRegistry {
public:
  /// capacity: bytes of device memory that each of `devices` devices has.
  MemoryRegistry(int devices, std::size_t capacity);

  /// Zero-filled memory, aligned to PageHeap::kAlignment. `bytes` > 0.
  /// cudaErrorMemoryAllocation when the device's capacity or the system's memory is exhausted.
  cudaError_t allocate(MemoryKind kind, int device, std::size_t bytes, unsigned flags, void **out);

  /// Makes the program's own memory known. cudaErrorHostMemoryAlreadyRegistered when any of it is known.
  cudaError_t adopt(MemoryKind kind, int device, void *base, std::size_t bytes, unsigned flags);

  /// The allocation that contains the address.
  std::optional<Allocation> find(const void *address) const;

  /// The allocation that starts at the address and is not being released.
  std::optional<Allocation> findBase(const void *base) const;

  /// Claims an allocation for a release that happens later; false when it is claimed or gone.
  bool markReleasing(const void *base);

  /// Forgets the allocation and, unless it is the program's own memory, gives it back to the system.
  bool release(const void *base);

  /// Releases everything that belongs to the device.
  void releaseAll(int device);

  /// Whether [address, address + bytes) may be an operand on that side: cudaSuccess or cudaErrorInvalidValue.
  /// Memory that is not known counts as ordinary host memory.
  cudaError_t check(const void *address, std::size_t bytes, Side side) const;

  std::size_t capacity() const { return capacity_; }
  std::size_t bytesInUse(int device) const;

private:
  using Map = std::map<std::uintptr_t, Allocation>;

  Map::const_iterator locate(const void *address) const;
  void erase(Map::const_iterator position);

  mutable std::shared_mutex mutex_;
  const std::size_t capacity_;
  Map allocations_;
  std::vector<std::size_t> in_use_;
  PageHeap heap_;
};

} // namespace raddle::runtime

#endif
