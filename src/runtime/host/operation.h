// One node of the graph of work that streams and events describe.
#ifndef RADDLE_RUNTIME_HOST_OPERATION_H
#define RADDLE_RUNTIME_HOST_OPERATION_H

#include "driver_types.h"
#include "runtime/launch.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace raddle::runtime {

using Clock = std::chrono::steady_clock;

struct Operation {
  enum class Kind {
    kLaunch,        // a kernel
    kTask,          // a copy, a fill: runs on any worker
    kHostFunction,  // the user's function: runs on the scheduler's own host thread
    kMarker,        // nothing but a point in the order, with a time
  };

  explicit Operation(Kind operation_kind) : kind(operation_kind) {}

  const Kind kind;
  Launch launch;  // kLaunch
  // kTask and kHostFunction. Called even when an earlier kernel failed, with that error, so that nothing
  // is lost; such a call must not touch the program's memory.
  std::function<void(cudaError_t)> task;

  bool isFinished() const { return finished_.load(); }
  /// When a marker was passed; valid once it is finished.
  Clock::time_point passedAt() const { return passed_at_; }

private:
  friend class StreamScheduler;

  std::atomic<bool> finished_ = false;
  Clock::time_point passed_at_;
  int device_ = 0;
  // Guarded by the scheduler's lock.
  unsigned pending_ = 0;  // predecessors that have not finished
  std::vector<std::shared_ptr<Operation>> successors_;
  std::shared_ptr<Operation> self_;  // from enqueue to finish: the graph owns its operations
};

}  // namespace raddle::runtime

#endif
