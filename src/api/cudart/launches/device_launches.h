#ifndef RADDLE_API_CUDART_LAUNCHES_DEVICE_LAUNCHES_H
#define RADDLE_API_CUDART_LAUNCHES_DEVICE_LAUNCHES_H

namespace raddle::cudart {

/// What kernels launch, and what else they ask of the device runtime, is done from here on.
void installDeviceLaunches();

} // namespace raddle::cudart

#endif
