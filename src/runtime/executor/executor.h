// The workers that run kernels and the host-side work of streams.
#ifndef RADDLE_RUNTIME_EXECUTOR_EXECUTOR_H
#define RADDLE_RUNTIME_EXECUTOR_EXECUTOR_H

#include "backend/backend.h"

#include <functional>
#include <memory>
#include <vector>

namespace raddle::runtime {

using backend::Condition;
using backend::Launch;

/// A pool of worker threads. Launches submitted together may overlap; the blocks of one launch start in
/// launch order. Host threads that wait lend themselves as workers, so a launch followed by a
/// synchronisation needs no thread switch.
class Executor {
public:
  /// The process's executor: $RADDLE_WORKERS workers, or as many as the process may use cores. Threads
  /// start when the first work arrives. Survives fork() only in the parent.
  static Executor &instance();

  explicit Executor(unsigned workers);
  ~Executor();
  Executor(const Executor &) = delete;
  Executor &operator=(const Executor &) = delete;

  unsigned workers() const;

  /// Starts a launch; returns at once. on_finished is called when its last block ended. A launch that is
  /// submitted there comes next on the worker that has ended the last one, without a word to other threads.
  void submit(std::shared_ptr<Launch> &&launch);
  void submit(const std::shared_ptr<Launch> &launch) { submit(std::shared_ptr<Launch>(launch)); }

  /// Starts the grids of one launch on several devices: nothing comes between them.
  void submitTogether(const std::vector<std::shared_ptr<Launch>> &grids);

  /// A grid of a launch on several devices will never be submitted. Others that wait for it for ever end with
  /// a fault.
  void abandon(const Launch &grid);

  /// Runs a piece of host-side work (a copy, a callback) on some worker.
  void post(std::function<void()> task);

  /// Calls piece(i) for each i below `count`, on this thread and on as many others as there are cores that neither kernels
  /// nor tasks keep busy; returns when all calls have. Waits for nothing but calls that others have begun, so it may be
  /// called in tasks, and while kernels wait for what it does.
  void forEachPiece(std::size_t count, const std::function<void(std::size_t)> &piece);

  /// The calling host thread works until `done` returns true. `done` is asked after every piece of work that this
  /// thread does, all the time where it looks out for more, and after every notify(); with seq_cst loads.
  void helpUntil(const Condition &done);

  /// Something that a helpUntil() may be waiting for has been changed, by a seq_cst operation.
  void notify();

  /// A host thread adds work to a stream. As long as one does, all the time, the pool lets it get ahead.
  void noteHostActivity();

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace raddle::runtime

#endif
