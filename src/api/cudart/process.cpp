#include "api/cudart/process.h"

#include "base/environment_table.h"
#include "api/cudart/at_exit.h"
#include "api/cudart/overruns.h"
#include "backend/cpu/loader/compilation_notice.h"
#include "backend/cpu/loader/kernel_store.h"
#include "backend/cpu/loader/object_symbols.h"
#include "base/checks.h"

#include <cstdlib>
#include <mutex>
#include <utility>

namespace raddle::cudart {

namespace {

std::size_t deviceMemoryOf(const std::vector<std::unique_ptr<runtime::Device>> &devices) {
  return devices.empty() ? 0 : devices.front()->memoryBytes();
}

struct ManagedVariables {
  std::mutex mutex;
  runtime::MemoryRegistry *memory = nullptr;
  std::vector<std::pair<void *, std::size_t>> waiting; // for the memory registry
};

ManagedVariables &managedVariables() {
  static auto *const kVariables = new ManagedVariables;
  return *kVariables;
}

// Fails for memory that is known already: a library may be loaded again where it has been before.
void adopt(runtime::MemoryRegistry &memory, void *variable, std::size_t bytes) {
  memory.adopt(runtime::MemoryKind::kManaged, 0, variable, bytes, cudaMemAttachGlobal);
}

} // namespace

Process::Process(runtime::Devices found)
    : executor(runtime::Executor::instance()), devices(std::move(found.list)), no_device(found.error),
      memory(static_cast<int>(devices.size()), deviceMemoryOf(devices)),
      scheduler(executor, static_cast<int>(devices.size())),
      looks_at_synchronization(runtime::checks().at_each_synchronization || runtime::checks().lenient) {
  ManagedVariables &variables = managedVariables();
  std::lock_guard lock(variables.mutex);
  for (const auto &[variable, bytes] : variables.waiting)
    adopt(memory, variable, bytes);
  variables.memory = &memory;
  describeAddressesBy(memory);
  // What was written over says more about why.
  scheduler.onFault([this] { lookForOverruns(*this); });
  std::atexit(reportAtExit);
  std::at_quick_exit(reportAtExit);
}

Process &Process::make() {
  static Process *const kProcess = [] {
    warnOfUnknownVariables();
    jit::installSymbolizer();
    jit::setKernelCounter([] { return modules().kernelCount(); });
    return new Process(
        runtime::makeDevices(runtime::Executor::instance().workers(), runtime::ModuleRegistry::kMaxDevices));
  }();
  instance_.store(kProcess, std::memory_order_release);
  return *kProcess;
}

runtime::ModuleRegistry &modules() {
  static auto *const kModules = new runtime::ModuleRegistry(
      {.load_module = jit::loadModuleObject, .load_kernel = jit::loadKernelObject});
  return *kModules;
}

void addManagedVariable(void *variable, std::size_t bytes) {
  ManagedVariables &variables = managedVariables();
  std::lock_guard lock(variables.mutex);
  if (variables.memory)
    adopt(*variables.memory, variable, bytes);
  else
    variables.waiting.emplace_back(variable, bytes);
}

// Work that the thread's streams still have runs to its end.
ThreadState::~ThreadState() {
  for (const std::shared_ptr<runtime::Stream> &stream : per_thread_streams)
    if (stream)
      Process::instance().scheduler.destroyStream(stream.get());
}

constinit thread_local ThreadState *detail::state_of_thread = nullptr;

ThreadState &detail::makeThreadState() {
  thread_local ThreadState state;
  state_of_thread = &state;
  return state;
}

} // namespace raddle::cudart
