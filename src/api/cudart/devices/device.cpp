// Devices: choosing, describing, synchronising, resetting.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/devices/device_properties.h"
#include "check/live_objects.h"
#include "host/requests/capture.h"
#include "host/requests/pointer_arguments.h"

#include <cstdio>
#include <cstring>

using namespace raddle::cudart;
using raddle::host::Device;
using raddle::host::DeviceAttribute;
using raddle::host::DeviceHints;
using raddle::host::Limit;

namespace {

// Runs `body(process, device)` for any device by its number, usable or not.
template <typename Body> cudaError_t onNumberedDevice(int id, Body body) {
  return onProcess([&](Process &process) {
    return process.hasDevice(id) ? body(process, process.device(id)) : cudaErrorInvalidDevice;
  });
}

bool areDeviceFlags(unsigned flags) {
  constexpr unsigned kKnown =
      cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;
  unsigned schedule = flags & cudaDeviceScheduleMask;
  bool one_schedule = (schedule & (schedule - 1)) == 0;
  return (flags & ~kKnown) == 0 && one_schedule;
}

void setFlags(Device &device, unsigned flags) {
  device.changeHints([=](DeviceHints &hints) { hints.flags = flags; });
}

bool isCacheConfig(cudaFuncCache config) {
  return config >= cudaFuncCachePreferNone && config <= cudaFuncCachePreferEqual;
}

} // namespace

cudaError_t cudaGetDeviceCount(int *count) {
  if (!count)
    return recordError(cudaErrorInvalidValue);
  *count = 0;
  return onProcess([=](Process &process) {
    *count = static_cast<int>(process.devices.size());
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return onNumberedDevice(device, [=](Process &process, Device &) {
    makePrimaryCurrent(device);
    return errorOf(process.scheduler.fault(device));
  });
}

// All devices can be used, so the first one is.
cudaError_t cudaSetValidDevices(int *devices, int count) {
  return onProcess([=](Process &process) {
    if (count < 0 || (count > 0 && !devices))
      return cudaErrorInvalidValue;
    for (int i = 0; i < count; ++i)
      if (!process.hasDevice(devices[i]))
        return cudaErrorInvalidDevice;
    if (count > 0)
      makePrimaryCurrent(devices[0]);
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int *device) {
  return onProcess([=](Process &) {
    if (!device)
      return cudaErrorInvalidValue;
    *device = hostThread().device;
    return cudaSuccess;
  });
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags) {
  return onNumberedDevice(device, [=](Process &process, Device &found) {
    if ((flags & ~static_cast<unsigned>(cudaInitDeviceFlagsAreValid)) != 0 || !areDeviceFlags(device_flags))
      return cudaErrorInvalidValue;
    if (flags & cudaInitDeviceFlagsAreValid)
      setFlags(found, device_flags);
    return errorOf(process.scheduler.fault(device));
  });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!properties)
      return cudaErrorInvalidValue;
    *properties = propertiesOf(found);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
  raddle::host::noteQuestion(static_cast<DeviceAttribute>(attribute));
  return onNumberedDevice(device, [=](Process &, Device &found) {
    return value ? errorOf(found.attribute(static_cast<DeviceAttribute>(attribute), value))
                 : cudaErrorInvalidValue;
  });
}

// All devices are alike, so the first one fits as well as any.
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *properties) {
  return onProcess([=](Process &) {
    if (!device || !properties)
      return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!text || length <= 0)
      return cudaErrorInvalidValue;
    const cudaDeviceProp &properties = propertiesOf(found);
    int needed = std::snprintf(text, static_cast<std::size_t>(length), "%04x:%02x:%02x.0",
                               properties.pciDomainID, properties.pciBusID, properties.pciDeviceID);
    return needed < length ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
  return onProcess([=](Process &process) {
    if (!device || !text)
      return cudaErrorInvalidValue;
    // [domain:]bus:device[.function], all hexadecimal.
    int domain = 0, bus = 0, slot = 0;
    bool has_domain =
        std::sscanf(text, "%x:%x:%x", reinterpret_cast<unsigned *>(&domain),
                    reinterpret_cast<unsigned *>(&bus), reinterpret_cast<unsigned *>(&slot)) == 3;
    if (!has_domain) {
      domain = 0;
      if (std::sscanf(text, "%x:%x", reinterpret_cast<unsigned *>(&bus),
                      reinterpret_cast<unsigned *>(&slot)) != 2)
        return cudaErrorInvalidValue;
    }
    for (const auto &candidate : process.devices) {
      const cudaDeviceProp &properties = propertiesOf(*candidate);
      if (properties.pciDomainID == domain && properties.pciBusID == bus && properties.pciDeviceID == slot) {
        *device = candidate->id();
        return cudaSuccess;
      }
    }
    return cudaErrorInvalidDevice;
  });
}

[[gnu::hot]] cudaError_t cudaDeviceSynchronize(void) {
  return onDevice([](const Context &context) {
    if (Status status = refuseWaitingForCaptures(context))
      return errorOf(status);
    context.scheduler().waitDevice(context.device.id());
    return errorOf(context.synchronized());
  });
}

cudaError_t cudaThreadSynchronize(void) { return cudaDeviceSynchronize(); }

cudaError_t cudaDeviceReset(void) {
  return onProcess([](Process &process) {
    const raddle::host::HostThread &thread = hostThread();
    if (thread.in_host_function)
      return cudaErrorNotPermitted;
    raddle::check::reportLeaks(thread.device);
    const Status status = resetDevice(process, process.device(thread.device));
    clearLastError();
    return errorOf(status);
  });
}

cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return onDevice([=](const Context &context) {
    if (!areDeviceFlags(flags))
      return cudaErrorInvalidValue;
    setFlags(context.device, flags);
    return cudaSuccess;
  });
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
  return onDevice([=](const Context &context) {
    if (!flags)
      return cudaErrorInvalidValue;
    *flags = context.device.hints().flags | cudaDeviceMapHost;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return onDevice([=](const Context &context) {
    return errorOf(context.device.setLimit(static_cast<Limit>(limit), value));
  });
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
  return onDevice([=](const Context &context) {
    return value ? errorOf(context.device.limit(static_cast<Limit>(limit), value)) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }

cudaError_t cudaThreadGetLimit(size_t *value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  return onDevice([=](const Context &context) {
    if (!isCacheConfig(config))
      return cudaErrorInvalidValue;
    context.device.changeHints([=](DeviceHints &hints) { hints.cache_config = config; });
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
  return onDevice([=](const Context &context) {
    if (!config)
      return cudaErrorInvalidValue;
    *config = static_cast<cudaFuncCache>(context.device.hints().cache_config);
    return cudaSuccess;
  });
}

cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }

cudaError_t cudaThreadGetCacheConfig(cudaFuncCache *config) { return cudaDeviceGetCacheConfig(config); }

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config) {
  return onDevice([=](const Context &context) {
    if (config < cudaSharedMemBankSizeDefault || config > cudaSharedMemBankSizeEightByte)
      return cudaErrorInvalidValue;
    context.device.changeHints([=](DeviceHints &hints) { hints.shared_memory_config = config; });
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
  return onDevice([=](const Context &context) {
    if (!config)
      return cudaErrorInvalidValue;
    const unsigned chosen = context.device.hints().shared_memory_config;
    *config = chosen == cudaSharedMemBankSizeDefault ? cudaSharedMemBankSizeFourByte
                                                     : static_cast<cudaSharedMemConfig>(chosen);
    return cudaSuccess;
  });
}
