// What a device says about itself.
#ifndef RADDLE_API_CUDART_DEVICES_DEVICE_PROPERTIES_H
#define RADDLE_API_CUDART_DEVICES_DEVICE_PROPERTIES_H

#include "driver_types.h"
#include "host/device/device.h"

namespace raddle::cudart {

/// Complete, with the clock rate; the first call takes 2 ms.
const cudaDeviceProp &propertiesOf(const host::Device &device);

} // namespace raddle::cudart

#endif
