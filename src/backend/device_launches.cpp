#include "backend/device_launches.h"

#include <atomic>
#include <iterator>
#include <map>
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

// All that exist, by the address of their bytes.
std::mutex parameters_mutex;
std::map<std::uintptr_t, DeviceParameters *> &allParameters() {
  static auto *const kAll = new std::map<std::uintptr_t, DeviceParameters *>;
  return *kAll;
}

std::uintptr_t numberOf(const void *address) { return reinterpret_cast<std::uintptr_t>(address); }

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
  void *const memory = ::operator new(sizeof(DeviceParameters) + size,
                                       std::align_val_t{alignof(DeviceParameters)}, std::nothrow);
  if (!memory)
    return nullptr;
  auto *const made = new (memory) DeviceParameters{.size = size};
  std::lock_guard lock(parameters_mutex);
  allParameters().emplace(numberOf(made->bytes()), made);
  return made;
}

DeviceParameters *DeviceParameters::of(const void *bytes) {
  std::lock_guard lock(parameters_mutex);
  const auto found = allParameters().find(numberOf(bytes));
  return found == allParameters().end() ? nullptr : found->second;
}

std::span<const std::byte> DeviceParameters::around(std::uintptr_t address) {
  std::lock_guard lock(parameters_mutex);
  const auto next = allParameters().upper_bound(address);
  if (next == allParameters().begin())
    return {};
  const auto &[begin, parameters] = *std::prev(next);
  if (address - begin > parameters->size)
    return {};
  return {parameters->bytes(), parameters->size};
}

void DeviceParameters::release(DeviceParameters *parameters) {
  if (!parameters)
    return;
  {
    std::lock_guard lock(parameters_mutex);
    allParameters().erase(numberOf(parameters->bytes()));
  }
  ::operator delete(parameters, std::align_val_t{alignof(DeviceParameters)});
}

void setDeviceLaunches(const DeviceLaunches *launches) { launches_of_front_end = launches; }

const DeviceLaunches *deviceLaunches() { return launches_of_front_end; }

} // namespace raddle::backend
