#include "backend/device_memory.h"

#include <atomic>

namespace raddle::backend {

namespace {
std::atomic<DeviceMemory *> installed = nullptr;
}

void setDeviceMemory(DeviceMemory *memory) { installed = memory; }

DeviceMemory *deviceMemory() { return installed; }

} // namespace raddle::backend
