// RADDLE_CHECK=sync: who has changed a word last that threads may poll. Kernels that poll tell of what they write by atomic
// operations and volatile stores.
#ifndef RADDLE_RUNTIME_BLOCK_LAST_WRITES_H
#define RADDLE_RUNTIME_BLOCK_LAST_WRITES_H

#include "abi/kernel_abi.h"

#include <cstdint>
#include <optional>

namespace raddle::runtime {

struct LastWrite {
  std::uint64_t launch; // Run::id()
  RaddleDim3 block, thread;
  std::uintptr_t site;
  std::uint64_t time; // nanoseconds
};

void noteLastWrite(std::uintptr_t address, const LastWrite &write);
std::optional<LastWrite> lastWriteTo(std::uintptr_t address);

} // namespace raddle::runtime

#endif
