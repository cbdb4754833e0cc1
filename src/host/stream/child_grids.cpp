#include "host/stream/child_grids.h"

#include "host/stream/stream_scheduler.h"

#include <utility>

namespace raddle::host {

namespace {

constexpr std::size_t kThreadsOfBlock = 1024;

void dropFinished(std::vector<std::shared_ptr<Operation>> &operations) {
  std::erase_if(operations, [](const auto &operation) { return operation->isFinished(); });
}

} // namespace

ChildGrids &ChildGrids::of(const std::shared_ptr<backend::Launch> &parent, StreamScheduler &scheduler) {
  if (backend::LaunchChildren *existing = parent->children.load(std::memory_order_acquire))
    return static_cast<ChildGrids &>(*existing);
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  backend::LaunchChildren *children = parent->children.load(std::memory_order_acquire);
  if (!children) {
    children = new ChildGrids(parent, scheduler);
    parent->children.store(children, std::memory_order_release);
  }
  return static_cast<ChildGrids &>(*children);
}

ChildGrids::ChildGrids(const std::shared_ptr<backend::Launch> &parent, StreamScheduler &scheduler)
    : scheduler_(scheduler), parent_(parent), device_(parent->device),
      all_(TaskOperation::make(Operation::Kind::kMarker)) {
  scheduler_.adopt(all_, device_);
}

// Null: there is no such stream.
std::shared_ptr<Operation> *ChildGrids::tailOf(const Place &place) {
  const auto number = reinterpret_cast<std::uintptr_t>(place.stream);
  constexpr std::uintptr_t kLegacy = 1, kPerThread = 2;
  if (number == static_cast<std::uintptr_t>(DeviceStream::kOfBlock) || number == kLegacy ||
      number == kPerThread)
    return &of_blocks_[place.block];
  if (number == static_cast<std::uintptr_t>(DeviceStream::kTail))
    return &last_of_tail_;
  const auto found = streams_.find(place.stream);
  return found == streams_.end() ? nullptr : found->second.get();
}

Status ChildGrids::enqueue(const Place &place, std::shared_ptr<Operation> operation, std::size_t most_pending,
                           const std::shared_ptr<Operation> &awaited) {
  const auto is = [&](DeviceStream stream) {
    return reinterpret_cast<std::uintptr_t>(place.stream) == static_cast<std::uintptr_t>(stream);
  };
  Operation &added = *operation;
  {
    std::lock_guard lock(mutex_);
    std::shared_ptr<Operation> *const tail = is(DeviceStream::kFireAndForget) ? nullptr : tailOf(place);
    if (!tail && !is(DeviceStream::kFireAndForget))
      return Status::kInvalidHandle;
    const bool is_of_tail = is(DeviceStream::kTail);
    const bool waits = is_of_tail || (tail && isPending(*tail)) || isPending(awaited);
    if (waits && pending_.size() >= most_pending)
      dropFinished(pending_);
    if (waits && pending_.size() >= most_pending)
      return Status::kTooManyPending;
    scheduler_.adopt(operation, device_);
    // To other work, a grid and what it launches are one.
    if (check::Work *const work = parent_->extras().work; work && operation->isLaunch())
      operation->asLaunch().launch.addExtras().work = work;
    if (is_of_tail)
      added.waitFor(*all_);
    else
      all_->waitFor(added);
    if (tail && isPending(*tail))
      added.waitFor(**tail);
    if (isPending(awaited))
      added.waitFor(*awaited);
    if (waits)
      pending_.push_back(operation);
    if (!is_of_tail) {
      std::vector<std::shared_ptr<Operation>> &unfinished = unfinished_[place.block];
      if (unfinished.size() == unfinished.capacity())
        dropFinished(unfinished);
      unfinished.push_back(operation);
    }
    if (tail)
      *tail = std::move(operation);
  }
  scheduler_.startWhenReady(added);
  return Status::kSuccess;
}

const void *ChildGrids::createStream() {
  std::lock_guard lock(mutex_);
  auto made = std::make_unique<std::shared_ptr<Operation>>();
  const void *const handle = made.get();
  streams_.emplace(handle, std::move(made));
  return handle;
}

Status ChildGrids::destroyStream(const void *stream) {
  std::lock_guard lock(mutex_);
  return streams_.erase(stream) ? Status::kSuccess : Status::kInvalidHandle;
}

const void *ChildGrids::createEvent() {
  std::lock_guard lock(mutex_);
  auto made = std::make_unique<std::shared_ptr<Operation>>();
  const void *const handle = made.get();
  events_.emplace(handle, std::move(made));
  return handle;
}

Status ChildGrids::destroyEvent(const void *event) {
  std::lock_guard lock(mutex_);
  return events_.erase(event) ? Status::kSuccess : Status::kInvalidHandle;
}

Status ChildGrids::recordEvent(const Place &place, const void *event) {
  {
    std::lock_guard lock(mutex_);
    if (!events_.contains(event))
      return Status::kInvalidHandle;
  }
  auto marker = TaskOperation::make(Operation::Kind::kMarker);
  if (Status status = enqueue(place, marker, SIZE_MAX))
    return status;
  std::lock_guard lock(mutex_);
  if (const auto found = events_.find(event); found != events_.end())
    *found->second = std::move(marker);
  return Status::kSuccess;
}

Status ChildGrids::waitEvent(const Place &place, const void *event) {
  std::shared_ptr<Operation> record;
  {
    std::lock_guard lock(mutex_);
    const auto found = events_.find(event);
    if (found == events_.end())
      return Status::kInvalidHandle;
    record = *found->second;
  }
  return enqueue(place, TaskOperation::make(Operation::Kind::kMarker), SIZE_MAX, record);
}

Status ChildGrids::isBusy(const Place &place, bool *busy) {
  const auto number = reinterpret_cast<std::uintptr_t>(place.stream);
  *busy = number == static_cast<std::uintptr_t>(DeviceStream::kTail);
  if (*busy || number == static_cast<std::uintptr_t>(DeviceStream::kFireAndForget))
    return Status::kSuccess;
  std::lock_guard lock(mutex_);
  const std::shared_ptr<Operation> *const tail = tailOf(place);
  if (!tail)
    return Status::kInvalidHandle;
  *busy = isPending(*tail);
  return Status::kSuccess;
}

bool ChildGrids::hasUnfinished(std::uint64_t block) {
  std::lock_guard lock(mutex_);
  const auto found = unfinished_.find(block);
  if (found == unfinished_.end())
    return false;
  dropFinished(found->second);
  return !found->second.empty();
}

void ChildGrids::setError(std::uint64_t block, std::uint32_t thread, Status status) {
  std::lock_guard lock(mutex_);
  errors_[block * kThreadsOfBlock + thread] = status;
}

Status ChildGrids::error(std::uint64_t block, std::uint32_t thread, bool forget) {
  std::lock_guard lock(mutex_);
  const auto found = errors_.find(block * kThreadsOfBlock + thread);
  if (found == errors_.end())
    return Status::kSuccess;
  const Status status = found->second;
  if (forget)
    errors_.erase(found);
  return status;
}

void ChildGrids::end(std::function<void()> then) {
  auto done = TaskOperation::make(Operation::Kind::kMarker);
  // The parent owns this object, and is kept until then.
  done->task = [then = std::move(then), parent = std::move(parent_)](Status) { then(); };
  scheduler_.adopt(done, device_);
  done->waitFor(*all_);
  if (last_of_tail_)
    done->waitFor(*last_of_tail_);
  const std::shared_ptr<Operation> all = all_;
  scheduler_.startWhenReady(*done);
  scheduler_.startWhenReady(*all);
}

} // namespace raddle::host
