// What kernels ask of the device runtime: launches, and copies and fills in the streams that they have.
#ifndef RADDLE_HOST_REQUESTS_DEVICE_LAUNCH_H
#define RADDLE_HOST_REQUESTS_DEVICE_LAUNCH_H

#include "backend/device_launches.h"
#include "host/memory/transfer.h"
#include "host/process/process.h"
#include "host/stream/child_grids.h"

namespace raddle::host {

/// The children of the grid that asks.
ChildGrids &childrenOf(const Context &context, const backend::Caller &caller);

/// Whether the grid that asks may wait for what it has launched. kSynchronizedTooDeep: more grids have launched each other
/// up to this one than Limit::kDevRuntimeSyncDepth says. A device that has no such limit lets all of them wait.
Status checkSynchronizing(const Context &context, const backend::Caller &caller);

/// Launches a kernel of device code with parameters that are packed. What describeLaunch() answers, and kLaunchTooDeep,
/// kTooManyPending, kInvalidHandle (of the stream), kUnknownFunction. kIllegalAddress, which is a fault of the device: an argument
/// points to local or shared memory of the caller.
Status launchFromDevice(const Context &context, const backend::Caller &caller, const void *kernel,
                        backend::DeviceParameters &parameters, const RaddleDim3 &grid, const RaddleDim3 &block,
                        std::size_t shared_bytes, const void *stream);

/// In the order of the stream. kInvalidHandle: there is none. What cannot be accessed is a fault of the device.
Status copyFromDevice(const Context &context, const backend::Caller &caller, const void *stream, const Copy &copy);
Status fillFromDevice(const Context &context, const backend::Caller &caller, const void *stream, const Fill &fill);

} // namespace raddle::host

#endif
