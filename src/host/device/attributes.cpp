#include "host/device/attributes.h"

#include "check/report.h"
#include "occupancy/occupancy.h"

#include <algorithm>
#include <climits>
#include <cstddef>

namespace raddle::host {

namespace {

int cacheBytes(const backend::Facts &facts) {
  // Where the kernel does not say, as on many AArch64, some usual size.
  constexpr std::size_t kUsualCache = 32 << 20;
  return static_cast<int>(
      std::min<std::size_t>(facts.cache_bytes != 0 ? facts.cache_bytes : kUsualCache, INT_MAX));
}

} // namespace

DeviceAttributes attributesOf(const occupancy::Architecture &architecture, const backend::Facts &facts,
                              int number) {
  DeviceAttributes attributes = {};
  // Parameters of the macro have other names than what the values use.
#define DEVICE_ATTRIBUTE(index, name, value) attributes[index] = static_cast<int>(value);
#include "host/device/attributes.def"
#undef DEVICE_ATTRIBUTE
  // The checker takes a pointer to memory of the host for a mistake, as most GPUs do. So programs that ask use another one.
  if (check::enabled(check::Detector::kMemory))
    for (const DeviceAttribute attribute :
         {DeviceAttribute::kPageableMemoryAccess, DeviceAttribute::kPageableMemoryAccessUsesHostPageTables})
      attributes[static_cast<unsigned>(attribute)] = 0;
  return attributes;
}

} // namespace raddle::host
