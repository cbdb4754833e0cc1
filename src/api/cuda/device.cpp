// Devices.
#include "cuda.h"

#include "api/cuda/call.h"
#include "host/requests/pointer_arguments.h"

#include <cstdio>

using namespace raddle::cuda;
using raddle::host::DeviceAttribute;

// The host core has the numbers of this API.
static_assert(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK ==
              static_cast<unsigned>(DeviceAttribute::kMaxThreadsPerBlock));
static_assert(CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID == static_cast<unsigned>(DeviceAttribute::kHostNumaId));

#pragma GCC visibility push(default)
extern "C" {

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  return onNumberedDevice(ordinal, [=](Process &, Device &found) {
    if (!device)
      return Status::kInvalidValue;
    *device = found.id();
    return Status::kSuccess;
  });
}

CUresult cuDeviceGetCount(int *count) {
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  *count = 0;
  return onProcess([=](Process &process) {
    *count = static_cast<int>(process.devices.size());
    return Status::kSuccess;
  });
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!name || length <= 0)
      return Status::kInvalidValue;
    std::snprintf(name, static_cast<size_t>(length), "%s", found.name().c_str());
    return Status::kSuccess;
  });
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!bytes)
      return Status::kInvalidValue;
    *bytes = found.memoryBytes();
    return Status::kSuccess;
  });
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  raddle::host::noteQuestion(static_cast<DeviceAttribute>(attribute));
  return onNumberedDevice(device, [=](Process &, Device &found) {
    return value ? found.attribute(static_cast<DeviceAttribute>(attribute), value) : Status::kInvalidValue;
  });
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
  return onNumberedDevice(device, [=](Process &process, Device &) {
    if (!process.hasDevice(peer))
      return Status::kInvalidDevice;
    if (!can)
      return Status::kInvalidValue;
    // A device is no peer of its own.
    *can = device != peer;
    return Status::kSuccess;
  });
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!pool)
      return Status::kInvalidValue;
    *pool = handleOf(found.defaultPool());
    return Status::kSuccess;
  });
}

} // extern "C"
#pragma GCC visibility pop
