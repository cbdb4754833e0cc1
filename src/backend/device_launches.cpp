#include "backend/device_launches.h"

#include <array>
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

// Parameters, by the address of their bytes.
struct alignas(64) ParametersShard {
  std::mutex mutex;
  std::map<std::uintptr_t, DeviceParameters *> parameters;
};

// All that exist. Each launch from device code makes, finds and releases some: with one mutex, workers would wait for each other.
constexpr unsigned kShardBits = 4;
using ParametersShards = std::array<ParametersShard, 1 << kShardBits>;
ParametersShards &allParameters() {
  static auto *const kAll = new ParametersShards;
  return *kAll;
}

// Threads have memory from regions in which the same distances return, so that all bits of the address have to count.
ParametersShard &shardOf(std::uintptr_t address) {
  constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
  return allParameters()[address * kGoldenRatio >> (64 - kShardBits)];
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
  void *const memory = ::operator new (sizeof(DeviceParameters) + size,
                                       std::align_val_t{alignof(DeviceParameters)}, std::nothrow);
  if (!memory)
    return nullptr;
  auto *const made = new (memory) DeviceParameters{.size = size};
  ParametersShard &shard = shardOf(numberOf(made->bytes()));
  std::lock_guard lock(shard.mutex);
  shard.parameters.emplace(numberOf(made->bytes()), made);
  return made;
}

DeviceParameters *DeviceParameters::of(const void *bytes) {
  ParametersShard &shard = shardOf(numberOf(bytes));
  std::lock_guard lock(shard.mutex);
  const auto found = shard.parameters.find(numberOf(bytes));
  return found == shard.parameters.end() ? nullptr : found->second;
}

std::span<const std::byte> DeviceParameters::around(std::uintptr_t address) {
  for (ParametersShard &shard : allParameters()) {
    std::lock_guard lock(shard.mutex);
    const auto next = shard.parameters.upper_bound(address);
    if (next == shard.parameters.begin())
      continue;
    const auto &[begin, parameters] = *std::prev(next);
    if (address - begin <= parameters->size)
      return {parameters->bytes(), parameters->size};
  }
  return {};
}

void DeviceParameters::release(DeviceParameters *parameters) {
  if (!parameters)
    return;
  {
    ParametersShard &shard = shardOf(numberOf(parameters->bytes()));
    std::lock_guard lock(shard.mutex);
    shard.parameters.erase(numberOf(parameters->bytes()));
  }
  ::operator delete (parameters, std::align_val_t{alignof(DeviceParameters)});
}

void setDeviceLaunches(const DeviceLaunches *launches) { launches_of_front_end = launches; }

const DeviceLaunches *deviceLaunches() { return launches_of_front_end; }

} // namespace raddle::backend
