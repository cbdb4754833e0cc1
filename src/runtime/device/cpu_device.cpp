#include "runtime/device/cpu_device.h"

namespace raddle::runtime {

CpuDevice::CpuDevice(std::size_t output_bytes, std::size_t heap_bytes) : output_(output_bytes) {
  setHeapBytes(heap_bytes);
}

void CpuDevice::expectOutput() { output_.setUsed(true); }

void CpuDevice::setHeapBytes(std::size_t bytes) {
  if (!heaps_.empty() && heap()->bytes() == bytes)
    return;
  heaps_.push_back(std::make_unique<DeviceHeap>(bytes));
  heap_.store(heaps_.back().get(), std::memory_order_release);
}

std::vector<backend::DeviceState::HeapOverrun> CpuDevice::takeHeapOverruns() {
  std::vector<HeapOverrun> overruns;
  for (const DeviceHeap::Overrun &found : heap()->takeOverruns())
    overruns.push_back({found.block, found.bytes, found.rear});
  return overruns;
}

void CpuDevice::reset(std::size_t output_bytes, std::size_t heap_bytes) {
  heaps_.clear();
  setHeapBytes(heap_bytes);
  output_.setCapacity(output_bytes);
  output_.setUsed(false);
}

} // namespace raddle::runtime
