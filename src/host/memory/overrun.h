// What was found beside an array.
#ifndef RADDLE_HOST_MEMORY_OVERRUN_H
#define RADDLE_HOST_MEMORY_OVERRUN_H

#include "backend/heap_block.h"
#include "base/margin.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace raddle::host {

class MemoryPool;

enum class MemoryKind {
  kDevice,     // of a device
  kVariable,   // a __device__ or __constant__ variable
  kManaged,    // of host and devices, a __managed__ variable too
  kPinned,     // of the host, from us
  kRegistered, // the program's own memory
  kKernelHeap, // malloc() in a kernel; never in the MemoryRegistry
};

struct Allocation {
  std::byte *base = nullptr;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::kDevice;
  int device = 0;
  unsigned flags = 0;            // as the front end gave them; of variables RaddleVariableFlags
  bool owned = true;             // false: the program's own memory, never given back to the system
  bool releasing = false;        // it will be freed in stream order
  bool told = false;             // that something beside it was read or written
  const char *name = nullptr;    // of a variable
  std::uintptr_t caller = 0;     // the call that allocated it returns there; 0 when nobody knows
  MemoryPool *pool = nullptr;    // that it came from, if any
  bool of_graph = false;         // a graph has it, each launch anew; what the program frees is only noted
  std::uintptr_t freed_by = 0;   // as `caller`, the call that freed it
  bool held = false;             // it is freed, filled with kMarginByte, and nobody else's yet
  backend::HeapBlock block = {}; // of those that are owned
  bool is_mapped = false;        // the program, or another process, has made the memory; see VirtualMemory
  std::uintptr_t reserved = 0;   // where the addresses begin that the program has reserved, of mapped memory
  std::uint64_t context = 0;     // that it goes with; 0: none that the program has made
  unsigned access = 3;           // what the pages of such memory allow, as PoolAccess::flags

  bool isDeviceOnly() const { return kind == MemoryKind::kDevice || kind == MemoryKind::kVariable; }
  bool isHost() const { return kind == MemoryKind::kPinned || kind == MemoryKind::kRegistered; }
};

/// The margins of an array were written over, or the array itself after it was freed; or something farther from it, where
/// nothing is.
struct Overrun {
  Allocation allocation = {};
  std::optional<Damage> front = {}, rear = {}, freed = {};
  std::uintptr_t stray = 0;
};

/// With RADDLE_LENIENT=1: an access beside an array that would have been a fault.
struct PassedAccess {
  Allocation allocation;
  std::uintptr_t address, pc;
  bool write;
  const char *kernel; // its mangled name; null: the host
};

} // namespace raddle::host

#endif
