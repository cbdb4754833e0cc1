// What the host core asks of whatever runs kernels. The processor is one (backend/cpu); a GPU could be another.
//
// Memory of all devices is memory that the host can address. Work that is given to a back end has nothing to wait for: the
// order of streams and events is the host core's (host/stream).
#ifndef RADDLE_BACKEND_BACKEND_H
#define RADDLE_BACKEND_BACKEND_H

#include "backend/device_state.h"
#include "backend/launch.h"
#include "backend/memory.h"
#include "backend/module.h"
#include "backend/module_source.h"
#include "backend/region.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace raddle::backend {

/// What a host thread waits for. Refers to a function object of the caller's.
class Condition {
public:
  template <typename F>
  [[gnu::always_inline]] Condition(const F &holds)
      : holds_(&holds), call_([](const void *function) { return (*static_cast<const F *>(function))(); }) {}
  bool operator()() const { return call_(holds_); }

private:
  const void *holds_;
  bool (*call_)(const void *);
};

/// For all devices together.
struct Facts {
  unsigned multiprocessors; // of each
  std::size_t memory_bytes;
  std::size_t cache_bytes; // 0: nobody knows
};

class Backend {
public:
  // ---- What it has.

  virtual Facts facts() const = 0;
  /// The rate of the clock that kernels read. The first call takes 2 ms.
  virtual int clockKhz() = 0;

  // ---- Code.

  /// The code of a module on one device, of which nothing is loaded yet.
  virtual std::shared_ptr<Module> makeModule(const ModuleSource &source, int device,
                                             std::unique_ptr<VariableStorage> storage) = 0;

  /// How many kernels the program has, for users who are told that one is compiled.
  virtual void setKernelCounter(std::size_t (*count)()) = 0;

  // ---- Memory.

  virtual Memory &memory() = 0;
  virtual std::unique_ptr<DeviceState> makeDevice(std::size_t output_bytes, std::size_t heap_bytes) = 0;

  /// False when memory of the host is not accessible; some of the rows are copied then. Where the regions overlap, bytes are
  /// copied in their order.
  virtual bool copy(const Region &destination, const Region &source, const Shape &shape) = 0;
  /// Fills the rows with the byte.
  virtual void fill(const Region &region, const Shape &shape, int value) = 0;
  /// Copies memory of the host that may not be there; false when it is not.
  virtual bool read(void *destination, const void *source, std::size_t bytes) = 0;

  // ---- Work.

  /// Starts a launch; returns at once. on_finished is called when its last block ended. (By reference: see
  /// StreamScheduler::enqueue().)
  virtual void launch(std::shared_ptr<Launch> &&launch) = 0;

  /// The grids are one launch on several devices: they may wait for each other. Before any of them starts.
  virtual void join(std::span<Launch *const> grids) = 0;
  /// Starts some of such grids: nothing comes between them.
  virtual void launchTogether(const std::vector<std::shared_ptr<Launch>> &grids) = 0;
  /// Such a grid will never start. Others that wait for it for ever end with a fault.
  virtual void abandon(const Launch &grid) = 0;

  /// Runs a piece of the host core's work (a copy, say) when there is a core for it.
  virtual void post(std::function<void()> task) = 0;

  // ---- Waiting.

  /// The calling host thread waits, and may work meanwhile, until `done` returns true. `done` is asked with seq_cst loads,
  /// after every notify() too.
  virtual void waitUntil(const Condition &done) = 0;
  /// Something that somebody may wait for has been changed, by a seq_cst operation.
  virtual void notify() = 0;
  /// A host thread adds work to a stream. As long as one does, all the time, it may get ahead.
  virtual void noteHostActivity() = 0;

  // ---- The end.

  /// Has `hook` called when a fault of the host is about to end the process. It may do no more than signal handlers may.
  virtual void setDeathHook(void (*hook)()) = 0;
  /// What the user should know of how kernels ran when the program ends; "" where there is nothing.
  virtual std::string lastReport() = 0;

protected:
  ~Backend() = default;
};

/// The process's, made by the first call. Survives fork() only in the parent.
Backend &instance();

} // namespace raddle::backend

#endif
