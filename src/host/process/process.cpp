#include "host/process/process.h"

#include "base/environment.h"
#include "base/environment_table.h"

#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace raddle::host {

namespace {

std::size_t deviceMemoryOf(const DeviceList &devices) {
  return devices.empty() ? 0 : devices.front()->memoryBytes();
}

struct ManagedVariables {
  std::mutex mutex;
  MemoryRegistry *memory = nullptr;
  std::vector<std::tuple<void *, std::size_t, unsigned>> waiting; // for the memory registry
};

ManagedVariables &managedVariables() {
  static auto *const kVariables = new ManagedVariables;
  return *kVariables;
}

// Fails for memory that is known already: a library may be loaded again where it has been before.
void adopt(MemoryRegistry &memory, void *variable, std::size_t bytes, unsigned flags) {
  static_cast<void>(memory.adopt(MemoryKind::kManaged, 0, variable, bytes, flags));
}

} // namespace

Process::Process(backend::Backend &runs_kernels, Devices found)
    : backend(runs_kernels), devices(std::move(found.list)), no_device(found.status),
      memory(backend.memory(), static_cast<int>(devices.size()), deviceMemoryOf(devices)),
      virtual_memory(memory), imported_memory(memory),
      scheduler(backend, static_cast<int>(devices.size())),
      looks_at_synchronization(looksAtSynchronization()),
      // 1, and no other number, as an H100 shows (CUDA 13.0, 2026-11-26).
      launches_block(environmentNumber("CUDA_LAUNCH_BLOCKING") == 1u) {
  ManagedVariables &variables = managedVariables();
  std::lock_guard lock(variables.mutex);
  for (const auto &[variable, bytes, flags] : variables.waiting)
    adopt(memory, variable, bytes, flags);
  variables.memory = &memory;
  describeAddressesBy(memory);
  // What was written over says more about why.
  scheduler.onFault([this] { static_cast<void>(lookForOverruns(memory, devices)); });
}

Process &Process::make() {
  static Process *const kProcess = [] {
    warnOfUnknownVariables();
    backend::Backend &backend = backend::instance();
    backend.setKernelCounter([] { return modules().kernelCount(); });
    auto *const process = new Process(backend, makeDevices(backend, ModuleRegistry::kMaxDevices));
    for (const AtStart *hook = AtStart::first_; hook; hook = hook->next_)
      hook->does_();
    return process;
  }();
  instance_.store(kProcess, std::memory_order_release);
  return *kProcess;
}

ModuleRegistry &modules() {
  static auto *const kModules = new ModuleRegistry;
  return *kModules;
}

void addManagedVariable(void *variable, std::size_t bytes, unsigned flags) {
  ManagedVariables &variables = managedVariables();
  std::lock_guard lock(variables.mutex);
  if (variables.memory)
    adopt(*variables.memory, variable, bytes, flags);
  else
    variables.waiting.emplace_back(variable, bytes, flags);
}

Status destroyContext(Process &process, OwnContext &context) {
  Device &device = process.device(context.device);
  process.scheduler.waitDevice(context.device);
  device.state().flushOutput();
  std::vector<Overrun> overruns;
  process.memory.releaseContext(context.id, overruns);
  process.scheduler.registry().destroyContext(context.device, context.id);
  return tellOverruns(overruns);
}

Status resetDevice(Process &process, Device &device) {
  process.scheduler.waitDevice(device.id());
  device.state().flushOutput();
  std::vector<Overrun> overruns;
  process.memory.releaseAll(device.id(), overruns);
  process.virtual_memory.reset(device.id());
  process.imported_memory.reset(device.id());
  process.arrays.reset(device.id());
  process.textures.reset(device.id());
  process.surfaces.reset(device.id());
  addHeapOverruns(device, overruns);
  modules().reset(device.id());
  process.scheduler.registry().reset(device.id());
  device.reset();
  for (const auto &other : process.devices)
    other->disablePeer(device.id());
  return tellOverruns(overruns);
}

} // namespace raddle::host
