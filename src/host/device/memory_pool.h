// A pool of memory for stream-ordered allocation: what it holds, and what programs set of it. Freed memory goes back to the
// system at once, and every device reaches every pool's memory; the figures are kept as if the pool kept what its release
// threshold says.
#ifndef RADDLE_HOST_DEVICE_MEMORY_POOL_H
#define RADDLE_HOST_DEVICE_MEMORY_POOL_H

#include "host/status.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace raddle {
class SharedPages;
}

namespace raddle::host {

/// With the numbers of both of CUDA's APIs.
enum class PoolAttribute : unsigned {
  kReuseFollowEventDependencies = 1,
  kReuseAllowOpportunistic,
  kReuseAllowInternalDependencies,
  kReleaseThreshold, // bytes, as those that follow
  kReservedCurrent,
  kReservedHigh,
  kUsedCurrent,
  kUsedHigh,
};

/// Which device may use a pool, and how. Flags have the numbers of both of CUDA's APIs.
struct PoolAccess {
  static constexpr unsigned kNone = 0, kRead = 1, kReadWrite = 3;
  bool is_device; // else some other place
  int device;
  unsigned flags;
};

class MemoryPool {
public:
  /// Memory of `device`, of which it holds `most_bytes` at most; 0: as much as there is. `identity`: by what other processes know it, if they may; `imported`: it is another process's.
  explicit MemoryPool(int device, std::size_t most_bytes = 0, std::shared_ptr<SharedPages> identity = nullptr,
                      bool imported = false)
      : device_(device), most_bytes_(most_bytes), identity_(std::move(identity)), imported_(imported) {}

  int device() const { return device_; }
  const std::shared_ptr<SharedPages> &identity() const { return identity_; }
  /// Then nothing can be allocated from it here.
  bool isImported() const { return imported_; }

  /// `value` is an int, and for bytes 64 bits. The greatest figures can be set to 0, after which they begin anew; the current ones
  /// not at all: kInvalidValue.
  Status setAttribute(PoolAttribute attribute, const void *value);
  Status attribute(PoolAttribute attribute, void *value);

  /// `devices`: how many there are. kInvalidValue, kInvalidDevice: then nothing has changed.
  Status setAccess(std::span<const PoolAccess> wanted, int devices);
  unsigned access(int device);

  /// Memory of the pool is allocated. False when it may not hold so much.
  bool take(std::size_t bytes);
  /// The program has freed it: in the order of a stream, so work may still use it.
  void endUse(std::size_t bytes);
  /// Nothing uses it any more.
  void giveBack();

  /// Gives all but `bytes_to_keep` of what nobody uses back to the system.
  void trim(std::size_t bytes_to_keep);

private:
  std::uint64_t &valueOf(PoolAttribute attribute) { return attributes_[static_cast<unsigned>(attribute)]; }
  void reserve(std::uint64_t bytes);

  const int device_;
  const std::size_t most_bytes_;
  const std::shared_ptr<SharedPages> identity_;
  const bool imported_;
  std::mutex mutex_;
  std::uint64_t attributes_[9] = {0, 1, 1, 1}; // by PoolAttribute
  std::map<int, unsigned> access_;             // of other devices, as far as somebody has said
};

/// The pools that programs have made. A destroyed pool lives on for the memory that still belongs to it.
class MemoryPools {
public:
  MemoryPool &make(int device, std::size_t most_bytes, std::shared_ptr<SharedPages> identity = nullptr);
  /// One of another process.
  MemoryPool &import(int device, std::shared_ptr<SharedPages> identity);
  bool isMade(const MemoryPool *pool) const;
  /// False when there is no such pool.
  bool destroy(const MemoryPool *pool);

private:
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<MemoryPool>> pools_, destroyed_;
};

} // namespace raddle::host

#endif
