// Streams and events: the order in which a device's work runs.
//
// Every piece of work is an Operation, a node of one graph. A stream is only the memory of its last
// operation: a new one waits for that, so a stream is a queue. The legacy default stream adds edges from
// and to all blocking streams of its device, an event adds edges between streams. An operation starts
// when its last predecessor has finished, on whichever thread noticed that.
#ifndef RADDLE_HOST_STREAM_STREAM_SCHEDULER_H
#define RADDLE_HOST_STREAM_STREAM_SCHEDULER_H

#include "backend/backend.h"
#include "host/stream/host_function_thread.h"
#include "host/stream/operation.h"
#include "host/stream/order_of_streams.h"
#include "host/stream/polling_thread.h"
#include "host/stream/stream_registry.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace raddle::host {

/// What happens around operations that depend on each other.
struct GraphHooks {
  check::Past *past = nullptr; // what comes before the next launch of the same graph (RADDLE_CHECK=race)
  std::function<void()> at_begin = {}; // before the first of them starts
  // When they have ended: calls what it is given when all that belongs to them has, too.
  std::function<void(std::function<void()>)> at_end = {};
};

class StreamScheduler {
public:
  StreamScheduler(backend::Backend &backend, int devices)
      : backend_(backend), registry_(devices), order_(registry_) {}

  /// What there is to be scheduled.
  StreamRegistry &registry() { return registry_; }
  /// What RADDLE_CHECK=race is told of the order of work.
  const OrderOfStreams &order() const { return order_; }

  /// Appends to the stream. The operation may have started, even finished, on return. (By reference: compilers move a
  /// shared_ptr by a vector register, which waits where its halves were stored just before.)
  void enqueue(Stream &stream, std::shared_ptr<Operation> &&operation);
  void enqueueTask(Stream &stream, Task task, std::shared_ptr<check::Work> work = nullptr);
  /// Later work of the stream waits until the condition holds, which is asked on a thread of its own, and no more after a
  /// fault.
  void enqueueWait(Stream &stream, std::function<bool()> condition);

  /// One grid of a launch on several devices, and where it goes.
  using Member = GridOfSeveral;
  /// Appends the grids to their streams, which are of different devices. With `start_together`, none starts
  /// before the earlier work of all these streams has finished, and then all do at once. With `end_together`,
  /// later work of each stream waits for all of them.
  void enqueueTogether(const std::vector<Member> &members, bool start_together, bool end_together);

  /// Appends operations that depend on each other. Each comes after those that it waits for, which `before` names by their
  /// indices. All wait for `previous`, if any. Returns an operation that is finished when all are; null when there are none.
  using Dependent = host::Dependent;
  std::shared_ptr<Operation> enqueueGraph(Stream &stream, std::span<const Dependent> graph,
                                          const std::shared_ptr<Operation> &previous, GraphHooks hooks = {});
  /// The same in no stream: they begin at once.
  void startGraph(int device, std::span<const Dependent> graph, GraphHooks hooks);
  void finishDeferred(Operation &operation) { finish(operation); }

  /// An operation of no stream, which is begun by startWhenReady() when it waits for nothing more.
  void adopt(const std::shared_ptr<Operation> &operation, int device);
  void startWhenReady(Operation &operation) { letGo(operation); }

  void recordEvent(Stream &stream, Event &event);
  /// Later work of the stream waits for the event's last recording, if any.
  void waitEvent(Stream &stream, const Event &event);
  /// Whether the event's last recording, if any, has been passed.
  bool hasPassed(const Event &event) const;
  /// The calling thread works until it has.
  void waitUntilPassed(const Event &event);
  /// The time from one event's last recording to that of another of the same device. kInvalidHandle: it has none, or no time.
  /// kNotReady: it has not been passed yet.
  Status elapsed(const Event &first, const Event &last, float *milliseconds) const;

  /// Whether everything enqueued so far has finished; for the legacy stream, on all streams it waits for.
  bool isIdle(const Stream &stream) const;
  /// Whether an operation that is enqueued now has nothing to wait for. A stream may be idle and yet not be
  /// ready: a blocking one waits for the legacy default stream.
  bool isReady(const Stream &stream) const;

  /// The calling thread works until the operation, the stream, or all work of the device has finished.
  void wait(Operation &operation);
  void waitStream(const Stream &stream);
  /// The calling thread works until the stream is ready, to do by itself what could be enqueued.
  void waitUntilReady(const Stream &stream);
  void waitDevice(int device);
  /// A kernel that is the last operation of a stream of the device and has not finished; null for none.
  std::shared_ptr<LaunchOperation> unfinishedLaunch(int device) const;

  /// The error of a kernel that failed on the device; Status::kSuccess until then.
  Status fault(int device) const { return registry_.of(device).fault.load(std::memory_order_acquire); }
  void setFault(int device, Status status);

  /// To be called when a kernel has failed, before anybody is told. Set before the first launch.
  void onFault(std::function<void()> told) { on_fault_ = std::move(told); }

private:
  using Grids = std::vector<std::shared_ptr<backend::Launch>>;

  // What a host thread waits for: most often one operation.
  class OperationList {
  public:
    void add(const std::shared_ptr<Operation> &operation) {
      if (first_)
        others_.push_back(operation);
      else
        first_ = operation;
    }
    template <typename F> void forEach(F visit) const {
      if (first_)
        visit(first_);
      for (const std::shared_ptr<Operation> &operation : others_)
        visit(operation);
    }

  private:
    std::shared_ptr<Operation> first_;
    std::vector<std::shared_ptr<Operation>> others_;
  };

  // Operations that wait for nothing any more, chained by Operation::next_ready_. They own themselves.
  class ReadyList {
  public:
    void push(Operation &operation);
    Operation *pop();
    bool isEmpty() const { return !first_; }

  private:
    Operation *first_ = nullptr;
    Operation *last_ = nullptr;
  };

  std::shared_ptr<Operation> recordOf(const Event &event) const;
  void append(Stream &stream, std::shared_ptr<Operation> operation);
  std::shared_ptr<Operation> enqueueGraph(Stream *stream, int device, std::span<const Dependent> graph,
                                          const std::shared_ptr<Operation> &previous, GraphHooks hooks);
  void letGo(Operation &operation);
  void finishWithLaunch(LaunchOperation &operation);
  void noteFault(const LaunchOperation &operation);
  void finishAfterChildren(LaunchOperation &operation);
  template <typename F> void forEachPending(const Stream &stream, F visit) const;
  template <typename F> void forEachPredecessor(const Stream &stream, F visit) const;
  OperationList pendingOf(int device) const;
  void waitAll(const OperationList &operations);
  void finish(Operation &operation);
  void complete(Operation &operation, ReadyList &ready);
  void startLaunch(LaunchOperation &operation, ReadyList &ready);
  void startTask(TaskOperation &operation, ReadyList &ready);
  void startGrid(LaunchOperation &operation, Grids &together, ReadyList &ready);
  void startAll(ReadyList &ready);

  std::function<void()> on_fault_;
  backend::Backend &backend_;
  StreamRegistry registry_;
  OrderOfStreams order_;
  HostFunctionThread host_functions_;
  PollingThread polling_;
};

} // namespace raddle::host

#endif
