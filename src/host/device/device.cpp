#include "host/device/device.h"

#include "base/cache_contents.h"
#include "base/environment.h"
#include "base/wanted_device.h"
#include "host/device/visible_devices.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace raddle::host {

namespace {

constexpr std::size_t kMib = 1024 * 1024;

// An H200 has 64 KiB for each of its 132 SMs, and takes no less than 512 KiB; for its heap 4 MiB (CUDA 13.0,
// 2026-11-21).
constexpr std::size_t kDefaultPrintfBytes = 8 * kMib;
constexpr std::size_t kLeastPrintfBytes = kMib / 2;
constexpr std::size_t kDefaultHeapBytes = 8 * kMib;
constexpr std::size_t kLeastHeapBytes = 4 * kMib;
constexpr std::size_t kHeapUnit = 64 * 1024;

// Device memory is the program's memory too: a fifth is left to its own heap.
std::size_t memoryShare(const backend::Facts &facts, int devices) {
  if (const auto text = environment("RADDLE_MEMORY")) {
    const std::optional<std::uintmax_t> bytes = parseSize(*text);
    if (bytes && *bytes >= kMib)
      return std::min<std::uintmax_t>(*bytes, PTRDIFF_MAX) / kMib * kMib;
    fmt::print(stderr, "raddle: warning: RADDLE_MEMORY={} is not a size of at least 1M, such as 4G; it is ignored\n",
               *text);
  }
  return facts.memory_bytes / 5 * 4 / static_cast<std::size_t>(devices) / kMib * kMib;
}

} // namespace

Device::Device(backend::Backend &backend, int id, int number, const occupancy::Architecture &architecture,
               std::size_t memory_bytes)
    : backend_(backend), facts_(backend.facts()), id_(id), number_(number), architecture_(architecture),
      memory_bytes_(memory_bytes), attributes_(attributesOf(architecture, facts_, number)),
      default_pool_(id), graph_pool_(id), pool_(&default_pool_), settings_(defaultSettings()),
      state_(backend.makeDevice(kDefaultPrintfBytes, kDefaultHeapBytes)) {}

std::string Device::name() const {
  return fmt::format("Raddle CPU device (sm_{}{})", architecture_.major, architecture_.minor);
}

Device::Settings Device::defaultSettings() {
  Settings settings = {};
  settings[Limit::kStackSize] = 1024;
  settings[Limit::kPrintfFifoSize] = kDefaultPrintfBytes;
  settings[Limit::kMallocHeapSize] = kDefaultHeapBytes;
  settings[Limit::kDevRuntimeSyncDepth] = 2;
  settings[Limit::kDevRuntimePendingLaunchCount] = 2048;
  settings[Limit::kMaxL2FetchGranularity] = 64;
  return settings;
}

Status Device::limit(Limit limit, std::size_t *value) const {
  if (static_cast<std::size_t>(limit) >= kLimits)
    return Status::kInvalidValue;
  // Synchronising inside kernels is gone since compute capability 9.0.
  if (limit == Limit::kDevRuntimeSyncDepth && architecture_.major >= 9)
    return Status::kUnsupportedLimit;
  std::lock_guard lock(mutex_);
  *value = settings_.limits[static_cast<std::size_t>(limit)];
  return Status::kSuccess;
}

Status Device::setLimit(Limit limit, std::size_t value) {
  std::size_t previous = 0;
  if (Status status = this->limit(limit, &previous))
    return status;
  if (limit == Limit::kMaxL2FetchGranularity && value > 128)
    return Status::kInvalidValue;
  if (limit == Limit::kDevRuntimeSyncDepth && value > kMostNestedGrids)
    return Status::kInvalidValue;
  if (limit == Limit::kDevRuntimePendingLaunchCount)
    value = std::max(value, kLeastPendingLaunches);
  // There is no cache to set aside; the answer to a query stays 0.
  if (limit == Limit::kPersistingL2CacheSize)
    value = 0;
  if (limit == Limit::kPrintfFifoSize) {
    // What was printed is still in it.
    if (state_->hasPrinted())
      return Status::kInvalidValue;
    value = std::max(value, kLeastPrintfBytes);
    state_->setOutputBytes(value);
  }
  if (limit == Limit::kStackSize)
    requested_stack_bytes_ = static_cast<std::uint32_t>(std::min<std::size_t>(value, UINT32_MAX));
  std::lock_guard lock(mutex_);
  if (limit == Limit::kMallocHeapSize) {
    // Blocks of the heap may still be in use.
    if (state_->heapWasUsed())
      return Status::kInvalidValue;
    value = std::clamp(value, kLeastHeapBytes, memoryBytes());
    value = (value + kHeapUnit - 1) / kHeapUnit * kHeapUnit;
    state_->setHeapBytes(value);
  }
  settings_[limit] = value;
  return Status::kSuccess;
}

DeviceHints Device::hints() const {
  std::lock_guard lock(mutex_);
  return settings_.hints;
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
  pool_ = &default_pool_;
  std::lock_guard lock(mutex_);
  settings_ = defaultSettings();
  state_->reset(kDefaultPrintfBytes, kDefaultHeapBytes);
}

std::array<unsigned char, 16> uuidOf(const occupancy::Architecture &architecture, int number) {
  const std::string text =
      fmt::format("raddle-{:02x}-{:03}", architecture.major * 10 + architecture.minor, number);
  std::array<unsigned char, 16> bytes = {};
  std::copy_n(text.begin(), std::min(text.size(), bytes.size()), bytes.begin());
  return bytes;
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
  const std::string name = wantedDevice();
  const occupancy::Architecture *architecture = occupancy::findArchitecture(name);
  if (!architecture)
    fmt::print(
        stderr,
        "raddle: error: RADDLE_DEVICE={} is not an architecture that Raddle knows, such as sm_90; there is "
        "no device\n",
        name);
  return architecture;
}

// The variable may be left from a machine with more devices. A user who sets it to nothing, or to -1, wants none.
void tellThatNoneIsVisible(const std::string &list, int count, Status status) {
  if (list.empty() || list.starts_with('-') || isQuiet())
    return;
  const std::string devices =
      count == 1 ? "the only device is 0" : fmt::format("devices are 0 to {}", count - 1);
  fmt::print(stderr, "raddle: warning: no device is visible: CUDA_VISIBLE_DEVICES={}{}\n", list,
             status == Status::kInvalidDevice ? " names one twice"
                                              : fmt::format(", but {} (RADDLE_DEVICES)", devices));
}

} // namespace

Devices makeDevices(backend::Backend &backend, int max_devices) {
  const int count = deviceCount(max_devices);
  const occupancy::Architecture *architecture = count ? architectureOfDevices() : nullptr;
  if (!architecture)
    return {{}, Status::kNoDevice};

  std::vector<std::string> uuids;
  VisibleDevices visible;
  for (int number = 0; number < count; ++number) {
    visible.numbers.push_back(number);
    uuids.push_back(formatUuid(uuidOf(*architecture, number)));
  }
  // An empty list shows none, other than one that is not there.
  if (const char *list = std::getenv("CUDA_VISIBLE_DEVICES")) {
    visible = visibleDevices(list, uuids);
    if (visible.numbers.empty())
      tellThatNoneIsVisible(list, count, visible.status);
  }

  Devices devices{{}, visible.status};
  const std::size_t memory_bytes = memoryShare(backend.facts(), count);
  for (const int number : visible.numbers)
    devices.list.push_back(std::make_unique<Device>(backend, static_cast<int>(devices.list.size()), number,
                                                    *architecture, memory_bytes));
  return devices;
}

} // namespace raddle::host
