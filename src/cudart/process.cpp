#include "cudart/process.h"

#include "jit/loader/kernel_store.h"

#include <cstdlib>

namespace raddle::cudart {

namespace {

std::size_t deviceMemoryOf(const std::vector<std::unique_ptr<runtime::Device>> &devices) {
  return devices.empty() ? 0 : devices.front()->memoryBytes();
}

void flushAtExit() {
  for (const std::unique_ptr<runtime::Device> &device : Process::instance().devices)
    device->output().flush();
}

}  // namespace

Process::Process()
    : executor(runtime::Executor::instance()),
      devices(runtime::makeDevices(executor.workers(), runtime::ModuleRegistry::kMaxDevices)),
      memory(static_cast<int>(devices.size()), deviceMemoryOf(devices)),
      scheduler(executor, static_cast<int>(devices.size())) {
  std::atexit(flushAtExit);
}

Process &Process::instance() {
  static Process *const kProcess = new Process;
  return *kProcess;
}

runtime::ModuleRegistry &modules() {
  static auto *const kModules = new runtime::ModuleRegistry(
      {.load_module = jit::loadModuleObject, .load_kernel = jit::loadKernelObject});
  return *kModules;
}

// Work that the thread's streams still have runs to its end.
ThreadState::~ThreadState() {
  for (const std::shared_ptr<runtime::Stream> &stream : per_thread_streams)
    if (stream)
      Process::instance().scheduler.destroyStream(stream.get());
}

ThreadState &threadState() {
  thread_local ThreadState state;
  return state;
}

}  // namespace raddle::cudart
