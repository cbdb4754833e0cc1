// Devices.
#include "cuda.h"

#include "api/cuda/call.h"
#include "host/requests/pointer_arguments.h"

#include <cstdio>
#include <optional>

using namespace raddle::cuda;
using raddle::host::DeviceAttribute;

// The host core has the numbers of this API.
static_assert(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK ==
              static_cast<unsigned>(DeviceAttribute::kMaxThreadsPerBlock));
static_assert(CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID == static_cast<unsigned>(DeviceAttribute::kHostNumaId));

namespace {

// What this API alone has; nothing for any other attribute.
std::optional<int> ownAttribute(CUdevice_attribute attribute) {
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
    return 1;
  case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
  case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
  case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
    return 0;
  default:
    return std::nullopt;
  }
}

} // namespace

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
    if (!value)
      return Status::kInvalidValue;
    if (const std::optional<int> own = ownAttribute(attribute)) {
      *value = *own;
      return Status::kSuccess;
    }
    return found.attribute(static_cast<DeviceAttribute>(attribute), value);
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
