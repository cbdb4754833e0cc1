// What kernels ask of the device runtime: launches, and copies and fills in the streams that they have.
#ifndef RADDLE_HOST_REQUESTS_DEVICE_LAUNCH_H
#define RADDLE_HOST_REQUESTS_DEVICE_LAUNCH_H

#include "backend/device_launches.h"
#include "host/memory/transfer.h"
#include "host/process/process.h"
#include "host/stream/child_grids.h"

namespace raddle::host {

/// Grids that have launched each other, at most, with the one that the host has launched.
inline constexpr unsigned kMostNestedGrids = 24;

/// The children of the grid that asks.
ChildGrids &childrenOf(const Context &context, const backend::Caller &caller);

/// Launches a kernel of device code with parameters that are packed. What describeLaunch() answers, and kLaunchTooDeep,
/// kTooManyPending, kInvalidHandle (of the stream), kUnknownFunction.
Status launchFromDevice(const Context &context, const backend::Caller &caller, const void *kernel,
                        backend::DeviceParameters &parameters, const RaddleDim3 &grid, const RaddleDim3 &block,
                        std::size_t shared_bytes, const void *stream);

/// In the order of the stream. kInvalidHandle: there is none. What cannot be accessed is a fault of the device.
Status copyFromDevice(const Context &context, const backend::Caller &caller, const void *stream, const Copy &copy);
Status fillFromDevice(const Context &context, const backend::Caller &caller, const void *stream, const Fill &fill);

} // namespace raddle::host

#endif
