// Memory that a program puts together by itself: it reserves addresses, makes physical memory, and maps one at the other.
#ifndef RADDLE_HOST_MEMORY_VIRTUAL_MEMORY_H
#define RADDLE_HOST_MEMORY_VIRTUAL_MEMORY_H

#include "host/device/memory_pool.h"
#include "host/memory/memory.h"
#include "host/status.h"
#include "machine/shared_pages.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>

namespace raddle::host {

/// What physical memory is to be like. The numbers are those of both of CUDA's APIs.
struct PhysicalRequest {
  std::size_t bytes;
  int device;
  bool is_host;          // it is the host's, and no device's
  unsigned handle_types; // by which other processes may get it
};

class VirtualMemory {
public:
  /// Everything is a multiple of so many bytes, as on NVIDIA's GPUs.
  static constexpr std::size_t kGranularity = std::size_t{2} << 20;
  static constexpr unsigned kFileDescriptor = 1; // a handle type
  static constexpr int kHost = -1;               // among the devices that have access

  using Handle = std::uint64_t;

  explicit VirtualMemory(MemoryRegistry &memory) : memory_(memory) {}

  // ---- Physical memory. A handle that stands for nothing: kInvalidValue.

  Status create(const PhysicalRequest &request, Handle *handle);
  /// Another handle's worth for what is mapped at the address.
  Status retain(const void *address, Handle *handle);
  /// The memory lives on while it is mapped, or another process has it.
  Status release(Handle handle);
  Status properties(Handle handle, PhysicalRequest *properties) const;

  /// A descriptor that is the caller's. kInvalidValue: the memory was not made to be shared.
  Status exportDescriptor(Handle handle, int *descriptor) const;
  /// The descriptor stays the caller's. kInvalidValue: it stands for no such memory.
  Status import(int descriptor, int device, Handle *handle);

  // ---- Addresses. kInvalidValue: the range is not what it has to be.

  /// `alignment`: 0, or a power of two. `wanted`: null, or where they might be.
  Status reserve(std::size_t bytes, std::size_t alignment, void *wanted, void **out);
  /// For a whole reservation in which nothing is mapped.
  Status free(void *address, std::size_t bytes);

  /// Within a reservation, where nothing is mapped. Nobody may access it yet.
  Status map(void *address, std::size_t bytes, std::size_t offset, Handle handle, std::uintptr_t caller);
  /// For whole mappings that follow each other; nobody may use them any more.
  Status unmap(void *address, std::size_t bytes);
  /// For mappings that follow each other. The pages allow what any device may do.
  Status setAccess(void *address, std::size_t bytes, std::span<const PoolAccess> wanted, int devices);
  Status access(const void *address, int device, unsigned *flags) const;

  /// Forgets what is the device's; nobody may use it any more.
  void reset(int device);

private:
  struct Physical {
    PhysicalRequest request;
    std::shared_ptr<SharedPages> pages;
    MemoryRegistry *counted_in; // null for memory of another process
    ~Physical();
  };
  struct Owned {
    std::shared_ptr<Physical> memory;
    unsigned references;
  };
  struct Mapping {
    std::size_t bytes;
    std::shared_ptr<Physical> memory;
    std::map<int, unsigned> access; // by device
  };
  using Mappings = std::map<std::uintptr_t, Mapping>;

  Handle add(std::shared_ptr<Physical> memory);
  std::shared_ptr<Physical> find(Handle handle) const;
  Mappings::iterator holder(std::uintptr_t address) const;
  bool isReserved(std::uintptr_t begin, std::size_t bytes) const;
  bool isMapped(std::uintptr_t begin, std::size_t bytes, bool whole) const;
  Mappings::iterator forget(Mappings::iterator mapping);

  MemoryRegistry &memory_;
  mutable std::mutex mutex_;
  Handle next_ = 1;
  std::map<Handle, Owned> handles_;
  std::map<std::uintptr_t, std::size_t> reservations_;
  mutable Mappings mappings_;
};

} // namespace raddle::host

#endif
