#include "runtime/worker/debugger.h"

#include "abi/kernel_exports.h"
#include "runtime/worker/worker.h"

#include <cstddef>
#include <mutex>
#include <vector>

namespace raddle::runtime {

// The classes are not of standard layout; all that matters is that one compiler lays them out.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"
consteval DebuggerTable DebuggerTable::make() {
  return {
      .version = 2,
      .wants_threads = 0,
      .workers = nullptr,
      .worker_count = 0,
      .worker_residents = offsetof(Worker, residents_),
      .worker_current = offsetof(Worker, current),
      .block_run = offsetof(Block, run),
      .block_fibers = offsetof(Block, fibers),
      .block_by_threads = offsetof(Block, by_threads),
      .block_lanes = offsetof(Block, lanes),
      .run_kernel = offsetof(Run, kernel_),
      .fiber_saved = offsetof(Fiber, saved),
      .fiber_sibling = offsetof(Fiber, sibling),
      .fiber_wait_what = offsetof(Fiber, wait) + offsetof(WaitPlace, what),
      .fiber_wait_mask = offsetof(Fiber, wait) + offsetof(WaitPlace, mask),
      .fiber_stack_bottom = offsetof(Fiber, stack_bottom),
  };
}
#pragma clang diagnostic pop

} // namespace raddle::runtime

RADDLE_EXPORT constinit raddle::runtime::DebuggerTable raddle_debugger =
    raddle::runtime::DebuggerTable::make();

namespace raddle::runtime {

namespace {

std::mutex mutex;
std::vector<const Worker *> workers;

void publish() {
  raddle_debugger.workers = workers.data();
  raddle_debugger.worker_count = workers.size();
}

} // namespace

void debuggerAdd(const Worker &worker) {
  std::lock_guard lock(mutex);
  workers.push_back(&worker);
  publish();
}

void debuggerRemove(const Worker &worker) {
  std::lock_guard lock(mutex);
  std::erase(workers, &worker);
  publish();
}

} // namespace raddle::runtime
