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

namespace detail {
inline constexpr std::array<bool, kMostDeviceAttributes> kIsAttribute = [] {
  std::array<bool, kMostDeviceAttributes> is_attribute = {};
#define DEVICE_ATTRIBUTE(number, name, value) is_attribute[number] = true;
#include "host/device/attributes.def"
#undef DEVICE_ATTRIBUTE
  return is_attribute;
}();
} // namespace detail

/// `attribute` may have any number.
constexpr bool isAttribute(DeviceAttribute attribute) {
  const auto number = static_cast<unsigned>(attribute);
  return number < kMostDeviceAttributes && detail::kIsAttribute[number];
}

using DeviceAttributes = std::array<int, kMostDeviceAttributes>; // 0 where there is none

/// All but the clock rate, which takes time to measure. `number`: which of the machine's devices it is.
DeviceAttributes attributesOf(const occupancy::Architecture &architecture, const backend::Facts &facts,
                              int number);

} // namespace raddle::host

#endif
