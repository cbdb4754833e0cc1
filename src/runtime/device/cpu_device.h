// What kernels of one device take from it here: a heap and a buffer for their output.
#ifndef RADDLE_RUNTIME_DEVICE_CPU_DEVICE_H
#define RADDLE_RUNTIME_DEVICE_CPU_DEVICE_H

#include "backend/device_state.h"
#include "runtime/device/device_heap.h"
#include "runtime/device/output_buffer.h"

#include <atomic>
#include <memory>
#include <vector>

namespace raddle::runtime {

class CpuDevice final : public backend::DeviceState {
public:
  CpuDevice(std::size_t output_bytes, std::size_t heap_bytes);

  void expectOutput() override;
  [[gnu::hot]] void flushOutput() override { output_.flush(); }
  bool hasPrinted() const override { return output_.wasUsed(); }
  void setOutputBytes(std::size_t bytes) override { output_.setCapacity(bytes); }
  bool heapWasUsed() const override { return heap()->wasUsed(); }
  void setHeapBytes(std::size_t bytes) override;
  bool heapContains(const void *address) const override { return heap()->contains(address); }
  std::vector<HeapOverrun> takeHeapOverruns() override;
  void reset(std::size_t output_bytes, std::size_t heap_bytes) override;

  DeviceHeap *heap() const { return heap_.load(std::memory_order_acquire); }
  OutputBuffer &output() { return output_; }

private:
  OutputBuffer output_;
  // The present one, and those that were never used: kernels may still know them.
  std::vector<std::unique_ptr<DeviceHeap>> heaps_;
  std::atomic<DeviceHeap *> heap_ = nullptr; // the last of them
};

} // namespace raddle::runtime

#endif
