// What kernels ask about devices. The front end whose functions they call installs the answers.
#ifndef RADDLE_BACKEND_DEVICE_QUERIES_H
#define RADDLE_BACKEND_DEVICE_QUERIES_H

#include <cstdint>

namespace raddle::backend {

/// Attributes, limits and errors have the numbers of the front end.
struct DeviceQueries {
  std::uint32_t (*count)();
  /// The error in the upper half, the value in the lower.
  std::uint64_t (*attribute)(std::int32_t attribute, std::int32_t device);
  /// All ones: there is no such limit.
  std::uint64_t (*limit)(std::int32_t limit, std::int32_t device);
};

void setDeviceQueries(const DeviceQueries *queries);

/// Not null once a kernel runs.
const DeviceQueries *deviceQueries();

} // namespace raddle::backend

#endif
