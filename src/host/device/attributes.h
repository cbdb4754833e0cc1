// What a device says about itself, by numbers.
#ifndef RADDLE_HOST_DEVICE_ATTRIBUTES_H
#define RADDLE_HOST_DEVICE_ATTRIBUTES_H

#include "backend/backend.h"
#include "occupancy/architecture.h"

#include <array>

namespace raddle::host {

/// With the numbers that both of CUDA's APIs give them.
enum class DeviceAttribute : unsigned {
#define DEVICE_ATTRIBUTE(number, name, value) k##name = number,
#include "host/device/attributes.def"
#undef DEVICE_ATTRIBUTE
};

inline constexpr unsigned kMostDeviceAttributes = 256;

constexpr bool isAttribute(DeviceAttribute attribute) {
  switch (attribute) {
#define DEVICE_ATTRIBUTE(number, name, value) case DeviceAttribute::k##name:
#include "host/device/attributes.def"
#undef DEVICE_ATTRIBUTE
    return true;
  }
  return false;
}

using DeviceAttributes = std::array<int, kMostDeviceAttributes>; // 0 where there is none

/// All but the clock rate, which takes time to measure. `number`: which of the machine's devices it is.
DeviceAttributes attributesOf(const occupancy::Architecture &architecture, const backend::Facts &facts,
                              int number);

} // namespace raddle::host

#endif
