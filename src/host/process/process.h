// All that the process has: devices, their memory, and the work on them.
#ifndef RADDLE_HOST_PROCESS_PROCESS_H
#define RADDLE_HOST_PROCESS_PROCESS_H

#include "backend/backend.h"
#include "host/device/device.h"
#include "host/graph/capture.h"
#include "host/graph/graph.h"
#include "host/memory/advice.h"
#include "host/memory/imported_memory.h"
#include "host/memory/memory.h"
#include "host/memory/overruns.h"
#include "host/memory/virtual_memory.h"
#include "host/module/library.h"
#include "host/module/module_registry.h"
#include "host/process/external_objects.h"
#include "host/status.h"
#include "host/stream/external_semaphore.h"
#include "host/stream/stream_scheduler.h"
#include "host/texture/array.h"
#include "host/texture/samplers.h"

#include <atomic>
#include <cstddef>
#include <utility>

namespace raddle::host {

/// The devices and all that lives on them. Made by the first call that needs it; never destroyed, since
/// work may be in flight when the process exits.
struct Process {
  /// Null until make().
  static Process *existing() { return instance_.load(std::memory_order_acquire); }
  /// The process's only one.
  static Process &make();

  /// What a front end does when there are devices, whichever front end asks for them first. From its static initialisers.
  struct AtStart {
    explicit AtStart(void (*does)()) : does_(does), next_(std::exchange(first_, this)) {}
    AtStart(const AtStart &) = delete;
    AtStart &operator=(const AtStart &) = delete;

  private:
    friend Process;
    void (*const does_)();
    AtStart *const next_;
    static constinit inline AtStart *first_ = nullptr;
  };

  backend::Backend &backend;
  const DeviceList devices;
  const Status no_device; // what calls answer when there is none
  MemoryRegistry memory;
  VirtualMemory virtual_memory;
  ImportedMemory imported_memory;
  AdviceRegistry advice;
  StreamScheduler scheduler;
  ArrayRegistry arrays;
  SamplerRegistry textures, surfaces;
  MemoryPools pools;
  ExternalObjects<SharedPages> external_memory;
  ExternalObjects<ExternalSemaphore> external_semaphores;
  ExternalObjects<Library> libraries;
  GraphRegistry graphs;

  const bool looks_at_synchronization; // see lookAfterSynchronization()
  const bool launches_block;           // $CUDA_LAUNCH_BLOCKING

  bool hasDevice(int id) const { return id >= 0 && static_cast<std::size_t>(id) < devices.size(); }
  Device &device(int id) const { return *devices[static_cast<std::size_t>(id)]; }

private:
  Process(backend::Backend &runs_kernels, Devices found);

  static constinit inline std::atomic<Process *> instance_ = nullptr; // until the first call
};

/// The registered device code. Apart from Process because static constructors register it, long before
/// anyone may want devices.
ModuleRegistry &modules();

/// Makes the program's own memory known as managed memory, which it stays. Only noted until there are
/// devices. `flags` as in Allocation.
void addManagedVariable(void *variable, std::size_t bytes, unsigned flags);

/// A device and the process around it: what most calls are about.
struct Context {
  Process &process;
  Device &device;

  MemoryRegistry &memory() const { return process.memory; }
  StreamRegistry &streams() const { return process.scheduler.registry(); }
  StreamScheduler &scheduler() const { return process.scheduler; }
  backend::Backend &backend() const { return process.backend; }
  Target target() const { return {process.backend, device.id(), device.arch(), process.memory}; }

  /// What a call that has waited answers: the fault of a kernel, if any. Prints what kernels printed.
  Status synchronized() const {
    if (Status fault = faultAfterWaiting())
      return fault;
    return lookForOverruns();
  }

  Status lookForOverruns() const {
    return process.looks_at_synchronization ? lookAfterSynchronization(process.memory, process.devices)
                                            : Status::kSuccess;
  }

  /// The same for a call that goes on if there is none, and looks for overruns afterwards.
  Status faultAfterWaiting() const {
    device.state().flushOutput();
    return scheduler().fault(device.id());
  }
};

/// Waits for the device's work and takes all from it that the program has made: memory, streams, events, modules' variables,
/// settings and the fault. kIllegalAddress when something was written beside arrays.
Status resetDevice(Process &process, Device &device);

} // namespace raddle::host

#endif
