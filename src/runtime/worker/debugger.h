// For debuggers: where the runtime keeps its threads, as numbers that a script can read without debug
// information of libraddle.so (src/tools/gdb/raddle.py), and the switch by which it asks for threads that can
// be told apart.
#ifndef RADDLE_RUNTIME_WORKER_DEBUGGER_H
#define RADDLE_RUNTIME_WORKER_DEBUGGER_H

#include "abi/kernel_exports.h"

#include <atomic>
#include <cstdint>

namespace raddle::runtime {

class Worker;

/// Exported as `raddle_debugger`. The script reads the members in this order, as 64-bit numbers; a change of
/// any of them changes the version.
struct DebuggerTable {
  std::uint64_t version;
  std::atomic<std::uint64_t> wants_threads; // written by the script
  const Worker *const *workers;
  std::uint64_t worker_count;
  // Offsets. The residents are a vector of pointers to Block.
  std::uint64_t worker_residents, worker_current;
  std::uint64_t block_run, block_fibers, block_by_threads, block_lanes;
  std::uint64_t run_kernel;
  std::uint64_t fiber_saved, fiber_sibling, fiber_wait_what, fiber_wait_mask, fiber_stack_bottom;

  static consteval DebuggerTable make();
};

/// Makes a worker known for as long as it lives.
void debuggerAdd(const Worker &worker);
void debuggerRemove(const Worker &worker);

} // namespace raddle::runtime

RADDLE_EXPORT raddle::runtime::DebuggerTable raddle_debugger;

namespace raddle::runtime {

/// Whether a debugger wants every thread to have a RaddleThread of its own: kernels that need no fibers then
/// do not run as a plain loop either.
inline bool debuggerWantsThreads() {
  return raddle_debugger.wants_threads.load(std::memory_order_relaxed) != 0;
}

} // namespace raddle::runtime

#endif
