// What kernels ask about devices, by the numbers of the runtime API.
#ifndef RADDLE_API_CUDART_DEVICES_DEVICE_QUERIES_H
#define RADDLE_API_CUDART_DEVICES_DEVICE_QUERIES_H

namespace raddle::cudart {

void installDeviceQueries();

} // namespace raddle::cudart

#endif
