// A device's pool of memory for stream-ordered allocation: what programs set of it, which changes nothing. Freed memory goes
// back to the system at once, and every device reaches every pool's memory.
#ifndef RADDLE_HOST_DEVICE_MEMORY_POOL_H
#define RADDLE_HOST_DEVICE_MEMORY_POOL_H

#include "host/status.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <span>

namespace raddle::host {

/// With the numbers of both of CUDA's APIs. Others tell how much a pool holds, which this one does not.
enum class PoolAttribute : unsigned {
  kReuseFollowEventDependencies = 1,
  kReuseAllowOpportunistic,
  kReuseAllowInternalDependencies,
  kReleaseThreshold,
};

/// Which device may use a pool, and how. Flags have the numbers of both of CUDA's APIs.
struct PoolAccess {
  static constexpr unsigned kNone = 0, kReadWrite = 3;
  bool is_device; // else some other place
  int device;
  unsigned flags;
};

class MemoryPool {
public:
  /// `value` is an int, and for the release threshold 64 bits. kNotSupported: none of those above.
  Status setAttribute(PoolAttribute attribute, const void *value);
  Status attribute(PoolAttribute attribute, void *value);

  /// `owner`: its device, which always has access; `devices`: how many there are. kInvalidValue, kInvalidDevice: then nothing
  /// has changed.
  Status setAccess(std::span<const PoolAccess> wanted, int owner, int devices);
  unsigned access(int device, int owner);

private:
  std::mutex mutex_;
  std::map<PoolAttribute, std::uint64_t> attributes_; // that were set
  std::map<int, unsigned> access_;                    // of other devices, as far as somebody has said
};

} // namespace raddle::host

#endif
