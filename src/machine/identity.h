// What the processor says of itself.
#ifndef RADDLE_MACHINE_IDENTITY_H
#define RADDLE_MACHINE_IDENTITY_H

#include <cstddef>

namespace raddle {

/// Whether a hypervisor stands between the processor and this process, as far as it says so.
bool isVirtualMachine();

/// Where the processor tells which cores share which cache, AMD's: the last one. bytes is 0 elsewhere.
struct SharedCache {
  std::size_t bytes = 0;
  unsigned cores = 1; // that share it
};
SharedCache lastSharedCache();

} // namespace raddle

#endif
