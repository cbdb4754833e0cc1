// What a back end keeps for one device while programs use it: the heap and the output of its kernels.
#ifndef RADDLE_BACKEND_DEVICE_STATE_H
#define RADDLE_BACKEND_DEVICE_STATE_H

#include "backend/function.h"
#include "base/margin.h"

#include <cstddef>
#include <vector>

namespace raddle::backend {

class DeviceState {
public:
  virtual ~DeviceState() = default;

  /// A launch of a kernel that may print is going to come.
  virtual void expectOutput() = 0;

  /// Writes what kernels have printed.
  virtual void flushOutput() = 0;
  /// Whether any kernel that prints was launched.
  virtual bool hasPrinted() const = 0;
  /// Room for what is printed between two flushes.
  virtual void setOutputBytes(std::size_t bytes) = 0;

  /// What malloc() in kernels takes from.
  virtual bool heapWasUsed() const = 0;
  virtual void setHeapBytes(std::size_t bytes) = 0;
  virtual bool heapContains(const void *address) const = 0;

  /// A block that a kernel has from malloc(), and what was written after it.
  struct HeapOverrun {
    std::byte *block;
    std::size_t bytes;
    Damage rear;
  };
  virtual std::vector<HeapOverrun> takeHeapOverruns() = 0;

  /// Nothing was printed or allocated. When the device has no work.
  virtual void reset(std::size_t output_bytes, std::size_t heap_bytes) = 0;
};

} // namespace raddle::backend

#endif
