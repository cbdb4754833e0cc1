// One device: what it is, and the settings that programs change.
#ifndef RADDLE_HOST_DEVICE_DEVICE_H
#define RADDLE_HOST_DEVICE_DEVICE_H

#include "driver_types.h"
#include "occupancy/architecture.h"
#include "runtime/device/device_heap.h"
#include "runtime/device/output_buffer.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

namespace raddle::runtime {

class Device {
public:
  /// `number`: which of the machine's devices it is; the program may see it as another one.
  Device(int id, int number, const occupancy::Architecture &architecture, unsigned multiprocessors,
         std::size_t memory_bytes);

  int id() const { return id_; }
  const occupancy::Architecture &architecture() const { return architecture_; }
  /// Compute capability as one number, e.g. 90.
  unsigned arch() const { return architecture_.major * 10 + architecture_.minor; }
  std::size_t memoryBytes() const { return properties_.totalGlobalMem; }
  /// Complete, with the clock rate; the first call takes 2 ms.
  cudaDeviceProp properties() const;
  /// See deviceAttribute().
  cudaError_t attribute(cudaDeviceAttr attribute, int *value) const;

  /// What kernels of this device print.
  OutputBuffer &output() { return output_; }

  /// What malloc() in kernels takes from, as large as cudaLimitMallocHeapSize says.
  DeviceHeap *heap() { return heap_.load(std::memory_order_acquire); }

  /// cudaErrorUnsupportedLimit: this device has no such limit.
  cudaError_t limit(cudaLimit limit, std::size_t *value) const;
  cudaError_t setLimit(cudaLimit limit, std::size_t value);

  /// cudaLimitStackSize when the program has set it, else 0. Read at every launch.
  std::uint32_t requestedStackBytes() const { return requested_stack_bytes_; }

  cudaFuncCache cacheConfig() const;
  void setCacheConfig(cudaFuncCache config);
  cudaSharedMemConfig sharedMemConfig() const;
  void setSharedMemConfig(cudaSharedMemConfig config);
  unsigned flags() const;
  void setFlags(unsigned flags);

  /// Bookkeeping only: all devices reach each other's memory. False when nothing changed.
  bool enablePeer(int peer);
  bool disablePeer(int peer);

  /// Restores every setting.
  void reset();

private:
  static constexpr std::size_t kLimits = 7;

  struct Settings {
    std::array<std::size_t, kLimits> limits;
    cudaFuncCache cache_config = cudaFuncCachePreferNone;
    cudaSharedMemConfig shared_config = cudaSharedMemBankSizeFourByte;
    unsigned flags = cudaDeviceMapHost;
    std::set<int> peers;
  };
  static Settings defaultSettings();
  void addHeap();

  const int id_;
  const occupancy::Architecture &architecture_;
  const cudaDeviceProp properties_;
  OutputBuffer output_;
  std::atomic<std::uint32_t> requested_stack_bytes_ = 0;
  mutable std::mutex mutex_;
  Settings settings_;
  // The present one, and those that were never used: kernels may still know them.
  std::vector<std::unique_ptr<DeviceHeap>> heaps_;
  std::atomic<DeviceHeap *> heap_ = nullptr; // the last of them
};

struct Devices {
  std::vector<std::unique_ptr<Device>> list;
  cudaError_t error = cudaSuccess; // what every call answers when there is none
};

/// The devices that $RADDLE_DEVICES and $RADDLE_DEVICE describe, each with `multiprocessors` SMs and an equal share of the
/// machine's memory, as far as $CUDA_VISIBLE_DEVICES shows them. A variable that leaves none is told on stderr.
Devices makeDevices(unsigned multiprocessors, int max_devices);

} // namespace raddle::runtime

#endif
