// Memory of other processes, and of other interfaces, at addresses of this one.
#ifndef RADDLE_HOST_MEMORY_IMPORTED_MEMORY_H
#define RADDLE_HOST_MEMORY_IMPORTED_MEMORY_H

#include "host/memory/memory.h"
#include "host/status.h"
#include "machine/shared_pages.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

namespace raddle::host {

/// A piece of memory by which other processes find it; it fits in the handles of CUDA's APIs.
struct PieceName {
  SharedPages::Name pages;
  std::uint64_t offset, bytes;
  std::int32_t device;
};

class ImportedMemory {
public:
  /// Which call of the program's ends the use of it.
  enum class EndsBy { kClose, kFree };

  explicit ImportedMemory(MemoryRegistry &memory) : memory_(memory) {}

  /// The name of the array that contains the address. kInvalidValue: there is none that could be shared. The device must have no
  /// work.
  Status name(const void *address, PieceName *name);

  /// The memory with that name; of two calls for the same one, the second answers what the first one did. kWrongProcess: it is
  /// this one's. kInvalidHandle: its process has ended, or has freed it.
  Status open(const PieceName &name, int device, std::uintptr_t caller, EndsBy ends_by, void **out);

  /// `bytes` of pages from `offset` on, until they are freed. kInvalidValue: they are not there.
  Status map(const SharedPages &pages, std::size_t offset, std::size_t bytes, int device,
             std::uintptr_t caller, void **out);

  /// Ends what open() or map() began, as often as it did. False when there is no such memory.
  bool close(const void *address, EndsBy ends_by);

  /// Whether close() would find it.
  bool has(const void *address, EndsBy ends_by) const;

  /// Forgets what is the device's; nobody may use it any more.
  void reset(int device);

private:
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>; // file and place
  struct Mapping {
    std::byte *begin; // of its pages
    std::size_t bytes;
    int device;
    EndsBy ends_by;
    unsigned uses;
    Key key;
  };
  using Mappings = std::map<const void *, Mapping>; // by what the program has

  Status add(const SharedPages &pages, std::size_t offset, std::size_t bytes, int device,
             std::uintptr_t caller, EndsBy ends_by, const Key &key, void **out);
  Mappings::iterator forget(Mappings::iterator mapping);

  MemoryRegistry &memory_;
  mutable std::mutex mutex_;
  Mappings mappings_;
  std::map<Key, const void *> opened_;
};

} // namespace raddle::host

#endif
