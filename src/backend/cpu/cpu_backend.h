// The processor as a back end: the executor's workers run kernels, the loader compiles them.
#ifndef RADDLE_BACKEND_CPU_CPU_BACKEND_H
#define RADDLE_BACKEND_CPU_CPU_BACKEND_H

#include "backend/backend.h"
#include "backend/cpu/memory/page_heap.h"
#include "runtime/executor/executor.h"

namespace raddle::cpu {

class CpuBackend final : public backend::Backend {
public:
  CpuBackend();

  backend::Facts facts() const override;
  int clockKhz() override;

  std::shared_ptr<backend::Module> makeModule(const backend::ModuleSource &source, int device,
                                              std::unique_ptr<backend::VariableStorage> storage) override;
  void setKernelCounter(std::size_t (*count)()) override;

  backend::Memory &memory() override { return heap_; }
  std::unique_ptr<backend::DeviceState> makeDevice(std::size_t output_bytes, std::size_t heap_bytes) override;
  bool copy(const backend::Region &destination, const backend::Region &source,
            const backend::Shape &shape) override;
  void fill(const backend::Region &region, const backend::Shape &shape, int value) override;
  bool read(void *destination, const void *source, std::size_t bytes) override;

  [[gnu::hot]] void launch(std::shared_ptr<backend::Launch> &&launch) override {
    executor_.submit(std::move(launch));
  }
  void join(std::span<backend::Launch *const> grids) override;
  void launchTogether(const std::vector<std::shared_ptr<backend::Launch>> &grids) override {
    executor_.submitTogether(grids);
  }
  void abandon(const backend::Launch &grid) override { executor_.abandon(grid); }
  void post(std::function<void()> task) override { executor_.post(std::move(task)); }

  [[gnu::hot]] void waitUntil(const backend::Condition &done) override { executor_.helpUntil(done); }
  [[gnu::hot]] void notify() override { executor_.notify(); }
  [[gnu::hot]] void noteHostActivity() override { executor_.noteHostActivity(); }

  void setDeathHook(void (*hook)()) override;
  std::string lastReport() override;

private:
  runtime::Executor &executor_;
  PageHeap heap_;
};

} // namespace raddle::cpu

#endif
