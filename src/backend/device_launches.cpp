#include "backend/device_launches.h"

#include <atomic>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

namespace raddle::backend {

namespace {

std::mutex references_mutex;
std::unordered_map<const void *, const KernelReference *> &references() {
  static auto *const kReferences = new std::unordered_map<const void *, const KernelReference *>;
  return *kReferences;
}

std::atomic<const DeviceLaunches *> launches_of_front_end = nullptr;

} // namespace

const KernelReference *makeKernelReference(std::weak_ptr<Module> module, std::string name) {
  const auto *const made = new KernelReference{std::move(module), std::move(name)};
  std::lock_guard lock(references_mutex);
  references().emplace(made, made);
  return made;
}

const KernelReference *findKernelReference(const void *address) {
  std::lock_guard lock(references_mutex);
  const auto found = references().find(address);
  return found == references().end() ? nullptr : found->second;
}

DeviceParameters *DeviceParameters::make(std::size_t size) {
  void *const memory =
      ::operator new(sizeof(DeviceParameters) + size, std::align_val_t{alignof(DeviceParameters)}, std::nothrow);
  return memory ? new (memory) DeviceParameters{.size = size} : nullptr;
}

DeviceParameters *DeviceParameters::of(void *bytes) {
  if (!bytes || reinterpret_cast<std::uintptr_t>(bytes) % alignof(DeviceParameters) != 0)
    return nullptr;
  auto *const parameters = static_cast<DeviceParameters *>(bytes) - 1;
  return parameters->mark == kMark ? parameters : nullptr;
}

void DeviceParameters::release(DeviceParameters *parameters) {
  if (!parameters)
    return;
  parameters->mark = 0;
  ::operator delete(parameters, std::align_val_t{alignof(DeviceParameters)});
}

void setDeviceLaunches(const DeviceLaunches *launches) { launches_of_front_end = launches; }

const DeviceLaunches *deviceLaunches() { return launches_of_front_end; }

} // namespace raddle::backend
