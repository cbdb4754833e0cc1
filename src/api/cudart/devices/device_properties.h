// What a device says about itself.
#ifndef RADDLE_API_CUDART_DEVICES_DEVICE_PROPERTIES_H
#define RADDLE_API_CUDART_DEVICES_DEVICE_PROPERTIES_H

#include "driver_types.h"
#include "host/device/device.h"

namespace raddle::cudart {

/// Complete, with the clock rate; the first call takes 2 ms.
cudaDeviceProp propertiesOf(const host::Device &device);

/// The same without the clock rate.
const cudaDeviceProp &fixedPropertiesOf(const host::Device &device);

/// One attribute, from the same facts as the properties. cudaErrorInvalidValue when there is none with
/// that number.
cudaError_t deviceAttribute(const host::Device &device, cudaDeviceAttr attribute, int *value);

} // namespace raddle::cudart

#endif
