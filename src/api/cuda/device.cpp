// Devices.
#include "cuda.h"

#include "api/cuda/volume.h"
#include "host/requests/pointer_arguments.h"

#include <cstdio>
#include <cstring>
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

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!uuid)
      return Status::kInvalidValue;
    const auto bytes = raddle::host::uuidOf(found.architecture(), found.number());
    std::memcpy(uuid->bytes, bytes.data(), sizeof uuid->bytes);
    return Status::kSuccess;
  });
}

CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) { return cuDeviceGetUuid(uuid, device); }

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *width, CUarray_format format, unsigned channels,
                                            CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &) {
    const auto description = channelsOf(format, channels);
    return width && description
               ? resultOf(cudaDeviceGetTexture1DLinearMaxWidth(width, &*description, device))
               : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!major || !minor)
      return Status::kInvalidValue;
    *major = static_cast<int>(found.architecture().major);
    *minor = static_cast<int>(found.architecture().minor);
    return Status::kSuccess;
  });
}

CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!properties)
      return Status::kInvalidValue;
    const auto value = [&](DeviceAttribute attribute) {
      int number = 0;
      static_cast<void>(found.attribute(attribute, &number));
      return number;
    };
    *properties = {value(DeviceAttribute::kMaxThreadsPerBlock),
                   {value(DeviceAttribute::kMaxBlockDimX), value(DeviceAttribute::kMaxBlockDimY),
                    value(DeviceAttribute::kMaxBlockDimZ)},
                   {value(DeviceAttribute::kMaxGridDimX), value(DeviceAttribute::kMaxGridDimY),
                    value(DeviceAttribute::kMaxGridDimZ)},
                   value(DeviceAttribute::kMaxSharedMemoryPerBlock),
                   value(DeviceAttribute::kTotalConstantMemory),
                   value(DeviceAttribute::kWarpSize),
                   value(DeviceAttribute::kMaxPitch),
                   value(DeviceAttribute::kMaxRegistersPerBlock),
                   value(DeviceAttribute::kClockRate),
                   value(DeviceAttribute::kTextureAlignment)};
    return Status::kSuccess;
  });
}

CUresult cuDeviceGetExecAffinitySupport(int *supported, CUexecAffinityType type, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &) {
    if (!supported || type >= CU_EXEC_AFFINITY_TYPE_MAX)
      return Status::kInvalidValue;
    *supported = 0;
    return Status::kSuccess;
  });
}

// What other devices write is there at once.
CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                    CUflushGPUDirectRDMAWritesScope scope) {
  return onDevice([=](const Context &) {
    const bool is_scope =
        scope == CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER || scope == CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES;
    return target == CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX && is_scope ? Status::kSuccess
                                                                                    : Status::kInvalidValue;
  });
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *address) {
  return onProcess([=](Process &) { return resultOf(cudaDeviceGetByPCIBusId(device, address)); });
}

CUresult cuDeviceGetPCIBusId(char *address, int length, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &) {
    return resultOf(cudaDeviceGetPCIBusId(address, length, device));
  });
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice source, CUdevice target) {
  return onProcess([=](Process &) {
    return resultOf(
        cudaDeviceGetP2PAttribute(value, static_cast<cudaDeviceP2PAttr>(attribute), source, target));
  });
}

// All multiprocessors.
CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!resource || type != CU_DEV_RESOURCE_TYPE_SM)
      return Status::kInvalidValue;
    *resource = {};
    resource->type = type;
    resource->sm.smCount = found.multiprocessors();
    return Status::kSuccess;
  });
}

CUresult cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type) {
  return onProcess([=](Process &process) {
    const auto found = findContext(process, context);
    if (!found)
      return CUDA_ERROR_INVALID_CONTEXT;
    const CUresult result = cuDeviceGetDevResource(found->device, resource, type);
    if (result == CUDA_SUCCESS && found->own && found->own->multiprocessors != 0)
      resource->sm.smCount = found->own->multiprocessors;
    return result;
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
