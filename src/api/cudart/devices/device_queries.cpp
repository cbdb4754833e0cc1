#include "api/cudart/devices/device_queries.h"

#include "api/cudart/errors/status.h"
#include "backend/device_queries.h"
#include "host/process/process.h"

namespace raddle::cudart {

namespace {

using host::Process;

std::uint32_t deviceCount() { return static_cast<std::uint32_t>(Process::existing()->devices.size()); }

std::uint64_t attributeOf(std::int32_t attribute, std::int32_t device) {
  Process &process = *Process::existing();
  int value = 0;
  const cudaError_t error =
      process.hasDevice(device)
          ? errorOf(process.device(device).attribute(static_cast<host::DeviceAttribute>(attribute), &value))
          : cudaErrorInvalidDevice;
  return std::uint64_t{error} << 32 | static_cast<std::uint32_t>(value);
}

std::uint64_t limitOf(std::int32_t limit, std::int32_t device) {
  std::size_t value = 0;
  const host::Status status =
      Process::existing()->device(device).limit(static_cast<host::Limit>(limit), &value);
  return status == host::Status::kSuccess ? value : ~std::uint64_t{0};
}

constexpr backend::DeviceQueries kQueries = {deviceCount, attributeOf, limitOf};

} // namespace

void installDeviceQueries() { backend::setDeviceQueries(&kQueries); }

} // namespace raddle::cudart
