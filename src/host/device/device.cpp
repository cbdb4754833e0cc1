#include "host/device/device.h"

#include "base/environment.h"
#include "host/device/device_profile.h"
#include "backend/cpu/host_machine.h"
#include "host/device/visible_devices.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace raddle::runtime {

namespace {

constexpr std::size_t kMib = 1024 * 1024;

// An H200 has 64 KiB for each of its 132 SMs, and takes no less than 512 KiB; for its heap 4 MiB (CUDA 13.0,
// 2026-11-21).
constexpr std::size_t kDefaultPrintfBytes = 8 * kMib;
constexpr std::size_t kLeastPrintfBytes = kMib / 2;
constexpr std::size_t kLeastHeapBytes = 4 * kMib;
constexpr std::size_t kHeapUnit = 64 * 1024;

// Device memory is the program's memory too: a fifth is left to its own heap.
std::size_t memoryShare(int devices) {
  return hostMemoryBytes() / 5 * 4 / static_cast<std::size_t>(devices) / kMib * kMib;
}

} // namespace

Device::Device(int id, int number, const occupancy::Architecture &architecture, unsigned multiprocessors,
               std::size_t memory_bytes)
    : id_(id), architecture_(architecture),
      properties_(makeDeviceProperties(architecture, number, multiprocessors, memory_bytes)),
      output_(kDefaultPrintfBytes), settings_(defaultSettings()) {
  addHeap();
}

Device::Settings Device::defaultSettings() {
  Settings settings;
  settings.limits = {};
  settings.limits[cudaLimitStackSize] = 1024;
  settings.limits[cudaLimitPrintfFifoSize] = kDefaultPrintfBytes;
  settings.limits[cudaLimitMallocHeapSize] = 8 * kMib;
  settings.limits[cudaLimitDevRuntimePendingLaunchCount] = 2048;
  settings.limits[cudaLimitMaxL2FetchGranularity] = 64;
  return settings;
}

cudaDeviceProp Device::properties() const {
  cudaDeviceProp properties = properties_;
  properties.clockRate = hostCounterKhz();
  return properties;
}

cudaError_t Device::attribute(cudaDeviceAttr attribute, int *value) const {
  if (attribute == cudaDevAttrClockRate) {
    *value = hostCounterKhz();
    return cudaSuccess;
  }
  return deviceAttribute(properties_, attribute, value);
}

// As large as the limit says.
void Device::addHeap() {
  heaps_.push_back(std::make_unique<DeviceHeap>(settings_.limits[cudaLimitMallocHeapSize]));
  heap_.store(heaps_.back().get(), std::memory_order_release);
}

cudaError_t Device::limit(cudaLimit limit, std::size_t *value) const {
  if (static_cast<std::size_t>(limit) >= kLimits)
    return cudaErrorInvalidValue;
  // Synchronising inside kernels is gone since compute capability 9.0.
  if (limit == cudaLimitDevRuntimeSyncDepth)
    return cudaErrorUnsupportedLimit;
  std::lock_guard lock(mutex_);
  *value = settings_.limits[limit];
  return cudaSuccess;
}

cudaError_t Device::setLimit(cudaLimit limit, std::size_t value) {
  std::size_t previous = 0;
  if (cudaError_t error = this->limit(limit, &previous))
    return error;
  if (limit == cudaLimitMaxL2FetchGranularity && value > 128)
    return cudaErrorInvalidValue;
  // There is no cache to set aside; the answer to a query stays 0.
  if (limit == cudaLimitPersistingL2CacheSize)
    value = 0;
  if (limit == cudaLimitPrintfFifoSize) {
    // What was printed is still in it.
    if (output_.wasUsed())
      return cudaErrorInvalidValue;
    value = std::max(value, kLeastPrintfBytes);
    output_.setCapacity(value);
  }
  if (limit == cudaLimitStackSize)
    requested_stack_bytes_ = static_cast<std::uint32_t>(std::min<std::size_t>(value, UINT32_MAX));
  std::lock_guard lock(mutex_);
  if (limit == cudaLimitMallocHeapSize) {
    // Blocks of the heap may still be in use.
    if (heap()->wasUsed())
      return cudaErrorInvalidValue;
    value = std::clamp(value, kLeastHeapBytes, memoryBytes());
    value = (value + kHeapUnit - 1) / kHeapUnit * kHeapUnit;
  }
  settings_.limits[limit] = value;
  if (limit == cudaLimitMallocHeapSize && value != heap()->bytes())
    addHeap();
  return cudaSuccess;
}

cudaFuncCache Device::cacheConfig() const {
  std::lock_guard lock(mutex_);
  return settings_.cache_config;
}

void Device::setCacheConfig(cudaFuncCache config) {
  std::lock_guard lock(mutex_);
  settings_.cache_config = config;
}

cudaSharedMemConfig Device::sharedMemConfig() const {
  std::lock_guard lock(mutex_);
  return settings_.shared_config;
}

void Device::setSharedMemConfig(cudaSharedMemConfig config) {
  std::lock_guard lock(mutex_);
  settings_.shared_config = config == cudaSharedMemBankSizeDefault ? cudaSharedMemBankSizeFourByte : config;
}

unsigned Device::flags() const {
  std::lock_guard lock(mutex_);
  return settings_.flags;
}

void Device::setFlags(unsigned flags) {
  std::lock_guard lock(mutex_);
  settings_.flags = flags | cudaDeviceMapHost;
}

bool Device::enablePeer(int peer) {
  std::lock_guard lock(mutex_);
  return settings_.peers.insert(peer).second;
}

bool Device::disablePeer(int peer) {
  std::lock_guard lock(mutex_);
  return settings_.peers.erase(peer) != 0;
}

void Device::reset() {
  requested_stack_bytes_ = 0;
  std::lock_guard lock(mutex_);
  settings_ = defaultSettings();
  heaps_.clear();
  addHeap();
  output_.setCapacity(kDefaultPrintfBytes);
  output_.setUsed(false);
}

namespace {

// How many devices the machine has; none when $RADDLE_DEVICES is no such number.
int deviceCount(int max_devices) {
  const std::optional<std::string> text = environment("RADDLE_DEVICES");
  if (!text)
    return 1;
  const std::optional<std::uint64_t> number = environmentNumber("RADDLE_DEVICES");
  if (!number || *number > static_cast<std::uint64_t>(max_devices)) {
    fmt::print(stderr, "raddle: error: RADDLE_DEVICES={} is not a number from 0 to {}; there is no device\n",
               *text, max_devices);
    return 0;
  }
  if (*number == 0 && !isQuiet())
    fmt::print(stderr, "raddle: warning: there is no device: RADDLE_DEVICES=0\n");
  return static_cast<int>(*number);
}

const occupancy::Architecture *architectureOfDevices() {
  const std::string name = environment("RADDLE_DEVICE").value_or("sm_90");
  const occupancy::Architecture *architecture = occupancy::findArchitecture(name);
  if (!architecture)
    fmt::print(
        stderr,
        "raddle: error: RADDLE_DEVICE={} is not an architecture that Raddle knows, such as sm_90; there is "
        "no device\n",
        name);
  return architecture;
}

// The variable may be left from a machine with more devices. Who sets it to nothing, or to -1, wants none.
void tellThatNoneIsVisible(const std::string &list, int count, cudaError_t error) {
  if (list.empty() || list.starts_with('-') || isQuiet())
    return;
  const std::string devices =
      count == 1 ? "the only device is 0" : fmt::format("devices are 0 to {}", count - 1);
  fmt::print(stderr, "raddle: warning: no device is visible: CUDA_VISIBLE_DEVICES={}{}\n", list,
             error == cudaErrorInvalidDevice ? " names one twice"
                                             : fmt::format(", but {} (RADDLE_DEVICES)", devices));
}

} // namespace

Devices makeDevices(unsigned multiprocessors, int max_devices) {
  const int count = deviceCount(max_devices);
  const occupancy::Architecture *architecture = count ? architectureOfDevices() : nullptr;
  if (!architecture)
    return {{}, cudaErrorNoDevice};

  std::vector<std::string> uuids;
  VisibleDevices visible;
  for (int number = 0; number < count; ++number) {
    visible.numbers.push_back(number);
    uuids.push_back(formatUuid(makeDeviceProperties(*architecture, number, 0, 0).uuid));
  }
  // An empty list shows none, other than one that is not there.
  if (const char *list = std::getenv("CUDA_VISIBLE_DEVICES")) {
    visible = visibleDevices(list, uuids);
    if (visible.numbers.empty())
      tellThatNoneIsVisible(list, count, visible.error);
  }

  Devices devices{{}, visible.error};
  for (const int number : visible.numbers)
    devices.list.push_back(std::make_unique<Device>(static_cast<int>(devices.list.size()), number,
                                                    *architecture, multiprocessors, memoryShare(count)));
  return devices;
}

} // namespace raddle::runtime
