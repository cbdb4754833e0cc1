// What a device says about itself.
#ifndef RADDLE_HOST_DEVICE_DEVICE_PROFILE_H
#define RADDLE_HOST_DEVICE_DEVICE_PROFILE_H

#include "driver_types.h"
#include "occupancy/architecture.h"

#include <cstddef>

namespace raddle::runtime {

/// The properties of the machine's device `number`: the limits of `architecture`, `multiprocessors` SMs and `memory_bytes`
/// of memory on this machine. clockRate stays 0: measuring it takes time, see hostCounterKhz().
cudaDeviceProp makeDeviceProperties(const occupancy::Architecture &architecture, int number,
                                    unsigned multiprocessors, std::size_t memory_bytes);

/// One attribute, from the same facts as the properties. cudaErrorInvalidValue when there is none with
/// that number.
cudaError_t deviceAttribute(const cudaDeviceProp &properties, cudaDeviceAttr attribute, int *value);

} // namespace raddle::runtime

#endif
