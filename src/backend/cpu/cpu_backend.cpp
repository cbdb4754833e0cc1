#include "backend/cpu/cpu_backend.h"

#include "backend/cpu/cpu_module.h"
#include "backend/cpu/host_machine.h"
#include "backend/cpu/loader/compilation_notice.h"
#include "backend/cpu/loader/object_symbols.h"
#include "backend/cpu/memory/copy.h"
#include "base/environment.h"
#include "machine/last_level_cache.h"
#include "runtime/block/multi_grid.h"
#include "runtime/device/cpu_device.h"
#include "runtime/executor/thread_engine_time.h"
#include "runtime/worker/guarded_copy.h"
#include "runtime/worker/signals.h"

#include <cstdint>
#include <memory>

namespace raddle::cpu {

CpuBackend::CpuBackend() : executor_(runtime::Executor::instance()) { jit::installSymbolizer(); }

backend::Facts CpuBackend::facts() const {
  return {executor_.workers(), hostMemoryBytes(), lastLevelCacheBytes()};
}

int CpuBackend::clockKhz() { return hostCounterKhz(); }

std::shared_ptr<backend::Module> CpuBackend::makeModule(const backend::ModuleSource &source, int device,
                                                        std::unique_ptr<backend::VariableStorage> storage) {
  return std::make_shared<CpuModule>(source, device, std::move(storage));
}

void CpuBackend::setKernelCounter(std::size_t (*count)()) { jit::setKernelCounter(count); }

std::unique_ptr<backend::DeviceState> CpuBackend::makeDevice(std::size_t output_bytes,
                                                             std::size_t heap_bytes) {
  return std::make_unique<runtime::CpuDevice>(output_bytes, heap_bytes);
}

bool CpuBackend::copy(const backend::Region &destination, const backend::Region &source,
                      const backend::Shape &shape) {
  return copyRegion(executor_, destination, source, shape);
}

void CpuBackend::fill(const backend::Region &region, const backend::Shape &shape, int value) {
  fillRegion(executor_, region, shape, value);
}

bool CpuBackend::read(void *destination, const void *source, std::size_t bytes) {
  return runtime::guardedCopy(destination, source, bytes);
}

void CpuBackend::join(std::span<backend::Launch *const> grids) {
  const auto shared = std::make_shared<runtime::MultiGrid>(static_cast<std::uint32_t>(grids.size()),
                                                           backend::volume(grids.front()->grid_dim));
  for (std::size_t rank = 0; rank < grids.size(); ++rank) {
    grids[rank]->addExtras().group = shared;
    grids[rank]->addExtras().grid_rank = static_cast<std::uint32_t>(rank);
  }
}

void CpuBackend::setDeathHook(void (*hook)()) { runtime::setDeathHook(hook); }

std::string CpuBackend::lastReport() {
  constexpr std::uint64_t kMostSeconds = 1'000'000;
  const std::uint64_t least = environmentNumber("RADDLE_SLOW_SECONDS", 0, kMostSeconds, 1);
  return runtime::ThreadEngineTime::instance().report(least * 1'000'000'000u);
}

} // namespace raddle::cpu

raddle::backend::Backend &raddle::backend::instance() {
  // Never destroyed: work may be in flight when the process ends.
  static auto *const kBackend = new cpu::CpuBackend;
  return *kBackend;
}
