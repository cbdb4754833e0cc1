#include "host/stream/stream_scheduler.h"

#include "diagnostics/messages.h"
#include "host/stream/launch_children.h"
#include "host/stream/shared_event.h"
#include "profile/timeline.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace raddle::host {

using backend::FaultKind;

namespace {

Status statusOf(FaultKind kind) {
  switch (kind) {
  case FaultKind::kNone:
    return Status::kSuccess;
  case FaultKind::kIllegalAddress:
  case FaultKind::kStackOverflow:
    return Status::kIllegalAddress;
  case FaultKind::kMisalignedAddress:
    return Status::kMisalignedAddress;
  case FaultKind::kAssert:
    return Status::kAssert;
  case FaultKind::kTrap:
    return Status::kTrap;
  case FaultKind::kIllegalInstruction:
    return Status::kIllegalInstruction;
  case FaultKind::kDeadlock:
    return Status::kTimeout;
  }
  return Status::kTrap;
}

void noteKernel(const backend::Launch &launch, profile::timeline::StreamPlace place) {
  if (!launch.begun_at)
    return;
  const auto &[gx, gy, gz] = launch.grid_dim;
  const auto &[bx, by, bz] = launch.block_dim;
  profile::timeline::noteWork(place, "kernel", demangled(launch.function->name), launch.begun_at,
                              fmt::format(R"("grid":[{},{},{}],"block":[{},{},{}],"shared":{})", gx, gy, gz,
                                          bx, by, bz, launch.dynamic_shared_bytes));
}

} // namespace

// ---- Building the graph. ----

void StreamScheduler::ReadyList::push(Operation &operation) {
  operation.next_ready_ = nullptr;
  if (first_)
    last_->next_ready_ = &operation;
  else
    first_ = &operation;
  last_ = &operation;
}

Operation *StreamScheduler::ReadyList::pop() {
  Operation *operation = first_;
  if (operation)
    first_ = operation->next_ready_;
  return operation;
}

// Call with the lock held. The operation cannot start before letGo().
[[gnu::hot]] void StreamScheduler::append(Stream &stream, std::shared_ptr<Operation> operation) {
  Operation &added = *operation;
  forEachPredecessor(stream, [&](const std::shared_ptr<Operation> &earlier) { added.waitFor(*earlier); });
  added.device_ = stream.device;
  added.stream_id_ = stream.id;
  added.self_ = operation;
  order_.append(stream, added);
  registry_.setTail(stream, std::move(operation));
}

// The operation may have finished, and be gone, on return.
[[gnu::hot]] void StreamScheduler::letGo(Operation &operation) {
  if (!operation.letGo()) {
    backend_.noteHostActivity();
    return;
  }
  ReadyList ready;
  ready.push(operation);
  startAll(ready);
}

void StreamScheduler::finishWithLaunch(LaunchOperation &operation) {
  operation.launch.on_finished = [this, raw = &operation](backend::Launch &launch) {
    if (profile::timeline::isOn())
      noteKernel(launch, {raw->device_, raw->stream_id_});
    if (launch.fault) [[unlikely]]
      noteFault(*raw);
    if (launch.children.load(std::memory_order_acquire)) [[unlikely]]
      finishAfterChildren(*raw);
    else
      finish(*raw);
  };
}

void StreamScheduler::noteFault(const LaunchOperation &operation) {
  if (on_fault_)
    on_fault_();
  setFault(operation.device_, statusOf(operation.launch.fault->kind));
}

void StreamScheduler::finishAfterChildren(LaunchOperation &operation) {
  auto *const children =
      static_cast<LaunchChildren *>(operation.launch.children.load(std::memory_order_acquire));
  children->end([this, &operation] { finish(operation); });
}

void StreamScheduler::adopt(const std::shared_ptr<Operation> &operation, int device) {
  operation->device_ = device;
  operation->self_ = operation;
  if (operation->isLaunch())
    finishWithLaunch(operation->asLaunch());
}

[[gnu::hot]] void StreamScheduler::enqueue(Stream &stream, std::shared_ptr<Operation> &&operation) {
  Operation &added = *operation;
  if (added.isLaunch())
    finishWithLaunch(added.asLaunch());
  {
    std::lock_guard guard(registry_.lock());
    append(stream, std::move(operation));
  }
  letGo(added);
}

void StreamScheduler::enqueueTask(Stream &stream, Task task, std::shared_ptr<check::Work> work) {
  auto operation = TaskOperation::make(Operation::Kind::kTask);
  operation->work = std::move(work);
  operation->task = std::move(task);
  enqueue(stream, std::move(operation));
}

void StreamScheduler::enqueueWait(Stream &stream, std::function<bool()> condition) {
  enqueue(stream, TaskOperation::makeWait(std::move(condition)));
}

// The operation, which is no launch, records the event: it notes the time if the event has one, and other processes learn of it.
static void record(const Event &event, TaskOperation &operation) {
  operation.is_timed = event.has_time;
  if (!event.shared)
    return;
  operation.task = [shared = event.shared, record = event.shared->record()](Status) { shared->pass(record); };
}

// That the last recording of an event which other processes have has been passed.
static std::function<bool()> passingOf(const Event &event) {
  return [shared = event.shared, record = event.shared->last()] { return shared->hasPassed(record); };
}

// Two markers around the launches: what all of them wait for, and what waits for all of them.
void StreamScheduler::enqueueTogether(const std::vector<Member> &members, bool start_together,
                                      bool end_together) {
  auto before = TaskOperation::make(Operation::Kind::kMarker);
  auto after = TaskOperation::make(Operation::Kind::kMarker);
  {
    std::lock_guard guard(registry_.lock());
    if (start_together) {
      before->self_ = before;
      for (const Member &member : members)
        forEachPredecessor(*member.stream,
                           [&](const std::shared_ptr<Operation> &earlier) { before->waitFor(*earlier); });
    }
    order_.appendTogether(members);
    for (const Member &member : members) {
      finishWithLaunch(*member.launch);
      append(*member.stream, member.launch);
      if (start_together)
        member.launch->waitFor(*before);
    }
    if (end_together) {
      after->self_ = after;
      for (const Member &member : members) {
        after->waitFor(*member.launch);
        registry_.setTail(*member.stream, std::shared_ptr(after));
      }
    }
  }
  // `before` comes last: whoever finishes it then starts all of them.
  if (end_together)
    letGo(*after);
  for (const Member &member : members)
    letGo(*member.launch);
  if (start_together)
    letGo(*before);
}

// What comes first waits for what the stream waits for; a marker stands for what comes last, unless that is one operation.
std::shared_ptr<Operation> StreamScheduler::enqueueGraph(Stream *stream, int device,
                                                         std::span<const Dependent> graph,
                                                         const std::shared_ptr<Operation> &previous,
                                                         GraphHooks hooks) {
  if (graph.empty() && !hooks.at_end)
    return nullptr;
  std::vector<bool> is_awaited(graph.size());
  for (const Dependent &dependent : graph)
    for (const unsigned before : dependent.before)
      is_awaited[before] = true;
  const bool is_chain = !hooks.at_end && std::count(is_awaited.begin(), is_awaited.end(), false) == 1;
  std::shared_ptr<Operation> end =
      is_chain ? graph.back().operation
               : TaskOperation::make(hooks.at_end ? Operation::Kind::kDeferred : Operation::Kind::kMarker);
  if (hooks.at_end)
    end->asTask().task = [this, raw = end.get(), at_end = std::move(hooks.at_end)](Status) {
      at_end([this, raw] { finish(*raw); });
    };
  auto begin = TaskOperation::make(Operation::Kind::kMarker);
  if (hooks.at_begin)
    begin->task = [at_begin = std::move(hooks.at_begin)](Status) { at_begin(); };
  std::vector<std::shared_ptr<Operation>> waits; // for other processes
  {
    std::lock_guard guard(registry_.lock());
    begin->self_ = begin;
    begin->device_ = device;
    if (stream)
      forEachPredecessor(*stream,
                         [&](const std::shared_ptr<Operation> &earlier) { begin->waitFor(*earlier); });
    if (previous)
      begin->waitFor(*previous);
    if (stream)
      order_.appendGraph(*stream, graph, hooks.past);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      Operation &added = *graph[i].operation;
      if (added.isLaunch())
        finishWithLaunch(added.asLaunch());
      added.device_ = device;
      added.stream_id_ = stream ? stream->id : 0;
      added.self_ = graph[i].operation;
      if (graph[i].before.empty())
        added.waitFor(*begin);
      for (const unsigned before : graph[i].before)
        added.waitFor(*graph[before].operation);
      if (graph[i].awaited && graph[i].awaited->shared) {
        Operation &wait = *waits.emplace_back(TaskOperation::makeWait(passingOf(*graph[i].awaited)));
        wait.device_ = device;
        wait.self_ = waits.back();
        added.waitFor(wait);
      } else if (graph[i].awaited && isPending(graph[i].awaited->record)) {
        added.waitFor(*graph[i].awaited->record);
      }
      if (graph[i].recorded) {
        record(*graph[i].recorded, added.asTask());
        graph[i].recorded->record = graph[i].operation;
      }
      if (!is_chain && !is_awaited[i])
        end->waitFor(added);
    }
    if (!is_chain) {
      end->waitFor(*begin);
      end->self_ = end;
      end->device_ = device;
    }
    if (stream)
      registry_.setTail(*stream, std::shared_ptr(end));
  }
  // None of the nodes can start before `begin` has finished, which comes last: each waits for it, or for an earlier node.
  if (!is_chain)
    static_cast<void>(end->letGo());
  for (const Dependent &dependent : graph)
    static_cast<void>(dependent.operation->letGo());
  for (const std::shared_ptr<Operation> &wait : waits)
    letGo(*wait);
  letGo(*begin);
  return end;
}

std::shared_ptr<Operation> StreamScheduler::enqueueGraph(Stream &stream, std::span<const Dependent> graph,
                                                         const std::shared_ptr<Operation> &previous,
                                                         GraphHooks hooks) {
  return enqueueGraph(&stream, stream.device, graph, previous, std::move(hooks));
}

void StreamScheduler::startGraph(int device, std::span<const Dependent> graph, GraphHooks hooks) {
  static_cast<void>(enqueueGraph(nullptr, device, graph, nullptr, std::move(hooks)));
}

void StreamScheduler::recordEvent(Stream &stream, Event &event) {
  auto operation = TaskOperation::make(Operation::Kind::kMarker);
  Operation &added = *operation;
  record(event, *operation);
  {
    std::lock_guard guard(registry_.lock());
    append(stream, operation);
    order_.record(stream, event);
    event.record = std::move(operation);
  }
  letGo(added);
}

void StreamScheduler::waitEvent(Stream &stream, const Event &event) {
  if (event.shared) {
    if (!hasPassed(event))
      enqueueWait(stream, passingOf(event));
    else
      order_.waitedFor(event);
    return;
  }
  auto operation = TaskOperation::make(Operation::Kind::kMarker);
  Operation &added = *operation;
  {
    std::lock_guard guard(registry_.lock());
    order_.await(stream, event);
    if (!isPending(event.record))
      return;
    added.waitFor(*event.record);
    append(stream, std::move(operation));
  }
  letGo(added);
}

std::shared_ptr<Operation> StreamScheduler::recordOf(const Event &event) const {
  std::lock_guard guard(registry_.lock());
  return event.record;
}

bool StreamScheduler::hasPassed(const Event &event) const {
  if (event.shared)
    return event.shared->hasPassed(event.shared->last());
  const std::shared_ptr<Operation> record = recordOf(event);
  if (record && !record->isFinished())
    return false;
  order_.waitedFor(event);
  return true;
}

void StreamScheduler::waitUntilPassed(const Event &event) {
  std::shared_ptr<Operation> awaited = recordOf(event);
  if (event.shared) {
    if (hasPassed(event))
      return;
    awaited = TaskOperation::makeWait(passingOf(event));
    awaited->device_ = event.device;
    awaited->self_ = awaited;
    letGo(*awaited);
  }
  if (awaited)
    wait(*awaited);
  order_.waitedFor(event);
}

Status StreamScheduler::elapsed(const Event &first, const Event &last, float *milliseconds) const {
  if (!first.has_time || !last.has_time || first.device != last.device)
    return Status::kInvalidHandle;
  const std::shared_ptr<Operation> begin = recordOf(first), end = recordOf(last);
  if (!begin || !end)
    return Status::kInvalidHandle;
  if (!begin->isFinished() || !end->isFinished())
    return Status::kNotReady;
  const std::chrono::duration<double, std::milli> time = end->asTask().passed_at - begin->asTask().passed_at;
  *milliseconds = static_cast<float>(time.count());
  return Status::kSuccess;
}

// ---- Running it. ----

// A loop, not a recursion: chains of markers can be long, and each makes the next one ready.
[[gnu::hot]] void StreamScheduler::startAll(ReadyList &ready) {
  Grids together;
  while (Operation *operation = ready.pop()) {
    if (!operation->isLaunch())
      startTask(operation->asTask(), ready);
    else if (operation->asLaunch().launch.extras().group)
      startGrid(operation->asLaunch(), together, ready);
    else
      startLaunch(operation->asLaunch(), ready);
  }
  if (!together.empty())
    backend_.launchTogether(together);
}

// One grid of a launch on several devices; those that become ready together start together.
void StreamScheduler::startGrid(LaunchOperation &operation, Grids &together, ReadyList &ready) {
  if (fault(operation.device_) == Status::kSuccess) {
    together.emplace_back(operation.self_, &operation.launch);
  } else {
    backend_.abandon(operation.launch);
    complete(operation, ready);
  }
}

// After a fault the device runs no more kernels.
[[gnu::hot]] void StreamScheduler::startLaunch(LaunchOperation &operation, ReadyList &ready) {
  operation.prefetchNext();
  if (fault(operation.device_) == Status::kSuccess)
    backend_.launch(std::shared_ptr<backend::Launch>(std::move(operation.self_), &operation.launch));
  else
    complete(operation, ready);
}

// What takes no time is finished on return, and may have made others ready.
[[gnu::hot]] void StreamScheduler::startTask(TaskOperation &operation, ReadyList &ready) {
  auto run_task = [this, &operation] {
    const profile::timeline::StreamPlace place{operation.device_, operation.stream_id_};
    const profile::timeline::StreamPlace before = std::exchange(profile::timeline::currentStream(), place);
    if (operation.work && operation.kind == Operation::Kind::kHostFunction)
      check::hostKnows(*operation.work);
    operation.task(fault(operation.device_));
    profile::timeline::currentStream() = before;
    finish(operation);
  };
  switch (operation.kind) {
  case Operation::Kind::kTask:
    backend_.post(run_task);
    break;
  case Operation::Kind::kHostFunction:
    host_functions_.post(run_task);
    break;
  case Operation::Kind::kMarker:
    if (operation.is_timed)
      operation.passed_at = Clock::now();
    if (operation.task) [[unlikely]]
      operation.task(fault(operation.device_));
    complete(operation, ready);
    break;
  case Operation::Kind::kDeferred:
    operation.task(fault(operation.device_));
    break;
  case Operation::Kind::kWait:
    polling_.post(
        [this, &operation] {
          return fault(operation.device_) != Status::kSuccess || (*operation.condition)();
        },
        [this, &operation] { finish(operation); });
    break;
  case Operation::Kind::kLaunch:
    break;
  }
}

// Marks the operation as finished and appends what only waited for it.
[[gnu::hot]] void StreamScheduler::complete(Operation &operation, ReadyList &ready) {
  const std::shared_ptr<Operation> self = std::move(operation.self_);
  if (operation.work) [[unlikely]]
    check::end(operation.work);
  if (operation.finish([&ready](Operation &later) { ready.push(later); }))
    backend_.notify();
}

[[gnu::hot]] void StreamScheduler::finish(Operation &operation) {
  ReadyList ready;
  complete(operation, ready);
  if (!ready.isEmpty())
    startAll(ready);
}

// ---- Waiting for it. ----

// Call with the lock held.
template <typename F> void StreamScheduler::forEachPending(const Stream &stream, F visit) const {
  if (isPending(stream.tail))
    visit(stream.tail);
  if (stream.legacy)
    for (const Stream *const sibling : registry_.of(stream.device).ahead_of_legacy)
      if (isPending(sibling->tail))
        visit(sibling->tail);
}

// Call with the lock held. What an operation that is enqueued now has to wait for.
template <typename F> void StreamScheduler::forEachPredecessor(const Stream &stream, F visit) const {
  forEachPending(stream, visit);
  const std::shared_ptr<Operation> &legacy_tail = registry_.of(stream.device).legacy->tail;
  if (stream.blocking && !stream.legacy && isPending(legacy_tail))
    visit(legacy_tail);
}

bool StreamScheduler::isIdle(const Stream &stream) const {
  bool idle = true;
  {
    std::lock_guard guard(registry_.lock());
    forEachPending(stream, [&](const std::shared_ptr<Operation> &) { idle = false; });
  }
  if (idle)
    order_.waitedFor(stream);
  return idle;
}

bool StreamScheduler::isReady(const Stream &stream) const {
  bool ready = true;
  std::lock_guard guard(registry_.lock());
  forEachPredecessor(stream, [&](const std::shared_ptr<Operation> &) { ready = false; });
  return ready;
}

void StreamScheduler::wait(Operation &operation) {
  if (operation.isFinished())
    return;
  operation.expect();
  backend_.waitUntil([&operation] { return operation.isFinished(); });
}

void StreamScheduler::waitAll(const OperationList &operations) {
  operations.forEach([this](const std::shared_ptr<Operation> &operation) { wait(*operation); });
}

[[gnu::hot]] void StreamScheduler::waitStream(const Stream &stream) {
  OperationList pending;
  {
    std::lock_guard guard(registry_.lock());
    forEachPending(stream, [&](const std::shared_ptr<Operation> &operation) { pending.add(operation); });
  }
  waitAll(pending);
  order_.waitedFor(stream);
}

void StreamScheduler::waitUntilReady(const Stream &stream) {
  OperationList pending;
  {
    std::lock_guard guard(registry_.lock());
    forEachPredecessor(stream, [&](const std::shared_ptr<Operation> &operation) { pending.add(operation); });
  }
  waitAll(pending);
}

// The last operations of the device's streams, those that have not finished.
[[gnu::hot]] StreamScheduler::OperationList StreamScheduler::pendingOf(int device) const {
  OperationList pending;
  std::lock_guard guard(registry_.lock());
  const DeviceStreams &state = registry_.of(device);
  if (isPending(state.legacy->tail))
    pending.add(state.legacy->tail);
  for (const std::shared_ptr<Stream> &stream : state.streams)
    if (isPending(stream->tail))
      pending.add(stream->tail);
  return pending;
}

[[gnu::hot]] void StreamScheduler::waitDevice(int device) {
  waitAll(pendingOf(device));
  order_.waitedForDevice(device);
}

std::shared_ptr<LaunchOperation> StreamScheduler::unfinishedLaunch(int device) const {
  std::shared_ptr<LaunchOperation> launch;
  pendingOf(device).forEach([&](const std::shared_ptr<Operation> &operation) {
    if (!launch && operation->isLaunch())
      launch = std::static_pointer_cast<LaunchOperation>(operation);
  });
  return launch;
}

// ---- Faults. ----

void StreamScheduler::setFault(int device, Status status) {
  // The first one counts.
  Status expected = Status::kSuccess;
  registry_.of(device).fault.compare_exchange_strong(expected, status);
}

} // namespace raddle::host
