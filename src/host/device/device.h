// One device: what it is, and the settings that programs change.
#ifndef RADDLE_HOST_DEVICE_DEVICE_H
#define RADDLE_HOST_DEVICE_DEVICE_H

#include "backend/backend.h"
#include "host/device/attributes.h"
#include "host/device/memory_pool.h"
#include "host/status.h"
#include "occupancy/architecture.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace raddle::host {

/// In the order of both of CUDA's APIs.
enum class Limit : unsigned {
  kStackSize,
  kPrintfFifoSize,
  kMallocHeapSize,
  kDevRuntimeSyncDepth,
  kDevRuntimePendingLaunchCount,
  kMaxL2FetchGranularity,
  kPersistingL2CacheSize,
};

/// Grids that have launched each other, at most, with the one that the host has launched.
inline constexpr unsigned kMostNestedGrids = 24;
inline constexpr std::size_t kLeastPendingLaunches = 32; // what an H100 makes of less

/// Hints of the program, with the numbers of the front end. They change nothing, and are only remembered.
struct DeviceHints {
  unsigned cache_config = 0;
  unsigned shared_memory_config = 0;
  unsigned flags = 0;
};

class Device {
public:
  /// `number`: which of the machine's devices it is; the program may see it as another one.
  Device(backend::Backend &backend, int id, int number, const occupancy::Architecture &architecture,
         std::size_t memory_bytes);

  int id() const { return id_; }
  std::string name() const;
  int number() const { return number_; }
  const occupancy::Architecture &architecture() const { return architecture_; }
  /// Compute capability as one number, e.g. 90.
  unsigned arch() const { return architecture_.major * 10 + architecture_.minor; }
  unsigned multiprocessors() const { return facts_.multiprocessors; }
  std::size_t memoryBytes() const { return memory_bytes_; }
  /// kInvalidValue: there is no such attribute. The first question for the clock rate takes 2 ms.
  Status attribute(DeviceAttribute attribute, int *value) const {
    if (!isAttribute(attribute))
      return Status::kInvalidValue;
    *value = attribute == DeviceAttribute::kClockRate ? backend_.clockKhz()
                                                      : attributes_[static_cast<unsigned>(attribute)];
    return Status::kSuccess;
  }

  /// What kernels print, and what malloc() in kernels takes from, as large as Limit::kMallocHeapSize says.
  backend::DeviceState &state() { return *state_; }

  MemoryPool &defaultPool() { return default_pool_; }
  /// What nodes of graphs allocate.
  MemoryPool &graphPool() { return graph_pool_; }
  /// Where stream-ordered allocations come from that name no pool. It may be another device's.
  MemoryPool &pool() { return *pool_; }
  void setPool(MemoryPool &pool) { pool_ = &pool; }

  /// kUnsupportedLimit: this device has no such limit.
  Status limit(Limit limit, std::size_t *value) const;
  Status setLimit(Limit limit, std::size_t value);

  /// Limit::kStackSize when the program has set it, else 0. Read at every launch.
  std::uint32_t requestedStackBytes() const { return requested_stack_bytes_; }

  DeviceHints hints() const;
  /// Runs change(hints).
  template <typename Change> void changeHints(Change change) {
    std::lock_guard lock(mutex_);
    change(settings_.hints);
  }

  /// Bookkeeping only: all devices reach each other's memory. False when nothing changed.
  bool enablePeer(int peer);
  bool disablePeer(int peer);

  /// How many users of the primary context the driver API counts; never below 0.
  void changePrimaryUsers(int by) {
    std::lock_guard lock(mutex_);
    primary_users_ = std::max(primary_users_ + by, 0);
  }
  int primaryUsers() const {
    std::lock_guard lock(mutex_);
    return primary_users_;
  }

  /// Restores every setting.
  void reset();

private:
  static constexpr std::size_t kLimits = 7;

  struct Settings {
    std::array<std::size_t, kLimits> limits;
    DeviceHints hints;
    std::set<int> peers;

    std::size_t &operator[](Limit limit) { return limits[static_cast<std::size_t>(limit)]; }
  };
  static Settings defaultSettings();

  backend::Backend &backend_;
  const backend::Facts facts_;
  const int id_, number_;
  const occupancy::Architecture &architecture_;
  const std::size_t memory_bytes_;
  const DeviceAttributes attributes_;
  MemoryPool default_pool_, graph_pool_;
  std::atomic<MemoryPool *> pool_;
  std::atomic<std::uint32_t> requested_stack_bytes_ = 0;
  mutable std::mutex mutex_;
  Settings settings_;
  int primary_users_ = 0;
  const std::unique_ptr<backend::DeviceState> state_;
};

struct Devices {
  std::vector<std::unique_ptr<Device>> list;
  Status status = Status::kSuccess; // what every call answers when there is none
};

/// The devices that $RADDLE_DEVICES and $RADDLE_DEVICE describe, each with all cores and an equal share of the
/// machine's memory, as far as $CUDA_VISIBLE_DEVICES shows them. A variable that leaves none is told on stderr.
Devices makeDevices(backend::Backend &backend, int max_devices);

/// The 16 bytes by which the machine's device `number` is known.
std::array<unsigned char, 16> uuidOf(const occupancy::Architecture &architecture, int number);

} // namespace raddle::host

#endif
