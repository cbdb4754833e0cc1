// One node of the graph of work that streams and events describe.
//
// Host threads add edges at the end of the graph while workers finish operations at its beginning, millions
// of times a second, so neither takes a lock for it. What waits for an operation is a list that finishing
// closes: an edge is either in it before, or is told that there is nothing left to wait for.
#ifndef RADDLE_HOST_STREAM_OPERATION_H
#define RADDLE_HOST_STREAM_OPERATION_H

#include "backend/launch.h"
#include "base/recycling_allocator.h"
#include "check/work.h"
#include "host/status.h"
#include "host/stream/task.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace raddle::host {

using Clock = std::chrono::steady_clock;

struct LaunchOperation;
struct TaskOperation;

/// What all operations have. Each is a LaunchOperation or a TaskOperation.
struct Operation {
  enum class Kind : unsigned char {
    kLaunch,       // a kernel
    kTask,         // a copy, a fill: runs on any worker
    kHostFunction, // the user's function: runs on the scheduler's own host thread
    kMarker,       // nothing but a point in the order, with a time; its task is called where it stands
    kDeferred,     // begins something that ends it later: StreamScheduler::finishDeferred()
    kWait,         // a condition that something outside of the graph makes true
  };

  Operation(const Operation &) = delete;
  Operation &operator=(const Operation &) = delete;

  const Kind kind;
  // What it does to memory, for RADDLE_CHECK=race; null where it does not matter.
  std::shared_ptr<check::Work> work;

  bool isLaunch() const { return kind == Kind::kLaunch; }
  LaunchOperation &asLaunch();
  TaskOperation &asTask(); // any other

  bool isFinished() const { return successors_.load(std::memory_order_seq_cst) == closed(); }

  /// Makes this one wait for `earlier`, unless that has finished. Only before letGo().
  void waitFor(Operation &earlier);

  /// Nothing more is to be waited for. True when nothing is left: the caller starts it.
  [[nodiscard]] bool letGo() {
    // Where nothing else is left, nobody else writes it.
    return pending_.load(std::memory_order_acquire) == 1 ||
           pending_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  /// finish() will tell that somebody waits: who calls this, and then sleeps after EventCount::prepare() and
  /// another look at isFinished().
  void expect() { awaited_.store(true, std::memory_order_relaxed); }

  /// What comes next was written by another core: fetches it, if there is something that only waits for this.
  void prefetchNext() const;

  /// Ends it, and calls start(Operation &) for each operation that only waited for this one, in the order in
  /// which they came. Returns whether a host thread waits for it. The caller keeps it alive.
  template <typename F> bool finish(F start) {
    Edge *edge = successors_.exchange(closed(), std::memory_order_seq_cst);
    if (edge && edge->next)
      edge = reversed(edge);
    const bool awaited = awaited_.load(std::memory_order_seq_cst);
    while (edge) {
      // Whoever lets the last edge go may have finished the operation that this one is part of.
      Edge *const next = edge->next;
      Operation &later = *edge->later;
      if (edge != &later.first_edge_)
        delete edge;
      if (later.letGo())
        start(later);
      edge = next;
    }
    return awaited;
  }

protected:
  explicit Operation(Kind operation_kind) : kind(operation_kind) {}

private:
  friend class StreamScheduler;

  struct Edge {
    Operation *later = nullptr;
    Edge *next = nullptr;
  };
  static Edge *closed() {
    static Edge mark;
    return &mark;
  }
  static Edge *reversed(Edge *list);

  int device_ = 0;
  std::uint64_t stream_id_ = 0;
  Operation *next_ready_ = nullptr; // while it is about to be started
  std::shared_ptr<Operation> self_; // from enqueue to finish: the graph owns its operations
  Edge first_edge_;                 // from the first that this one waits for; the others are allocated
  std::atomic<bool> awaited_ = false;
  // Earlier operations that have not finished, and one until letGo().
  std::atomic<unsigned> pending_ = 1;
  std::atomic<Edge *> successors_ = nullptr; // the latest first
};

struct LaunchOperation : Operation {
  LaunchOperation() : Operation(Kind::kLaunch) {}
  static std::shared_ptr<LaunchOperation> make() {
    return std::allocate_shared<LaunchOperation>(RecyclingAllocator<LaunchOperation>());
  }

  backend::Launch launch;
};

struct TaskOperation : Operation {
  explicit TaskOperation(Kind operation_kind) : Operation(operation_kind) {}
  static std::shared_ptr<TaskOperation> make(Kind kind) {
    return std::allocate_shared<TaskOperation>(RecyclingAllocator<TaskOperation>(), kind);
  }
  static std::shared_ptr<TaskOperation> makeWait(std::function<bool()> condition) {
    auto wait = make(Kind::kWait);
    wait->condition = std::make_unique<std::function<bool()>>(std::move(condition));
    return wait;
  }

  bool is_timed = false; // kMarker: somebody may ask when it was passed
  // kTask and kHostFunction; of a kMarker or kDeferred one that takes no time. Called even when an earlier kernel failed, with
  // that error, so that nothing is lost; such a call must not touch the program's memory.
  Task task;
  // kWait; asked again and again. Apart from the operation, as few have one.
  std::unique_ptr<std::function<bool()>> condition;
  // When a marker that is timed was passed; valid once it is finished.
  Clock::time_point passed_at;
};

inline LaunchOperation &Operation::asLaunch() { return static_cast<LaunchOperation &>(*this); }
inline TaskOperation &Operation::asTask() { return static_cast<TaskOperation &>(*this); }

inline void Operation::prefetchNext() const {
// The class is not of standard layout; all that matters is that one compiler lays it out.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-offsetof"
  // The edge to it lies inside it.
  constexpr std::size_t kEdge = offsetof(Operation, first_edge_);
#pragma clang diagnostic pop
  if (const Edge *edge = successors_.load(std::memory_order_relaxed)) {
    const char *next = reinterpret_cast<const char *>(edge) - kEdge;
    for (std::size_t byte = 0; byte < sizeof(LaunchOperation) - sizeof(backend::ParameterBuffer); byte += 64)
      __builtin_prefetch(next + byte, 1);
  }
}

inline void Operation::waitFor(Operation &earlier) {
  Edge *head = earlier.successors_.load(std::memory_order_acquire);
  if (head == closed())
    return;
  const bool is_first = !first_edge_.later;
  Edge *edge = is_first ? &first_edge_ : new Edge;
  edge->later = this;
  // Nobody else knows of an operation without edges.
  if (is_first)
    pending_.store(2, std::memory_order_relaxed);
  else
    pending_.fetch_add(1, std::memory_order_relaxed);
  do {
    if (head == closed()) {
      pending_.fetch_sub(1, std::memory_order_relaxed);
      if (is_first)
        edge->later = nullptr;
      else
        delete edge;
      return;
    }
    edge->next = head;
  } while (!earlier.successors_.compare_exchange_weak(head, edge, std::memory_order_release,
                                                      std::memory_order_acquire));
}

/// An operation among others that depend on each other: those that it waits for have the indices `before`.
struct Event;
struct Dependent {
  std::shared_ptr<Operation> operation;
  std::span<const unsigned> before;
  Event *recorded = nullptr;      // which the operation records
  const Event *awaited = nullptr; // for whose last recording it waits
};

/// One grid of a launch on several devices, and where it goes.
struct Stream;
struct GridOfSeveral {
  std::shared_ptr<Stream> stream;
  std::shared_ptr<LaunchOperation> launch;
};

inline bool isPending(const std::shared_ptr<Operation> &operation) {
  return operation && !operation->isFinished();
}

} // namespace raddle::host

#endif
