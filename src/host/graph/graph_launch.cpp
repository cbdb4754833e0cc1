#include "host/graph/graph_launch.h"

#include <algorithm>
#include <utility>

namespace raddle::host {

namespace {

// As many as CUDA allows.
constexpr unsigned kMostWithin = 120, kMostTails = 255;

} // namespace

GraphLaunch::GraphLaunch(StreamScheduler &scheduler, std::shared_ptr<GraphExec> graph,
                         std::shared_ptr<GraphLaunch> within, Run run)
    : exec(std::move(graph)), parent(std::move(within)), scheduler_(scheduler), run_(std::move(run)),
      all_(TaskOperation::make(Operation::Kind::kMarker)) {
  scheduler_.adopt(all_, exec->device);
}

Status GraphLaunch::launchWithin(const std::shared_ptr<GraphExec> &graph) {
  auto ended = TaskOperation::make(Operation::Kind::kMarker);
  {
    std::lock_guard lock(mutex_);
    if (launched_ == kMostWithin)
      return Status::kOutOfResources;
    ++launched_;
    scheduler_.adopt(ended, exec->device);
    all_->waitFor(*ended);
  }
  run_(graph, shared_from_this(), [this, ended] { scheduler_.startWhenReady(*ended); });
  return Status::kSuccess;
}

Status GraphLaunch::launchAtTail(const std::shared_ptr<GraphExec> &graph) {
  std::lock_guard lock(mutex_);
  if (tails_.size() == kMostTails)
    return Status::kOutOfResources;
  // Of a graph only one launch may be waiting.
  if (std::ranges::find(tails_, graph) != tails_.end())
    return Status::kInvalidValue;
  tails_.push_back(graph);
  return Status::kSuccess;
}

void GraphLaunch::end(std::function<void()> then) {
  then_ = std::move(then);
  // It owns the operation, and the operation it until then.
  all_->task = [self = shared_from_this()](Status) mutable {
    const std::shared_ptr<GraphLaunch> kept = std::move(self);
    kept->runTails();
  };
  scheduler_.startWhenReady(*all_);
}

// The last one takes over what comes after this launch, so that graphs may launch themselves for ever.
void GraphLaunch::runTails() {
  if (tails_.empty()) {
    std::exchange(then_, nullptr)();
    return;
  }
  const std::shared_ptr<GraphExec> next = std::move(tails_.front());
  tails_.pop_front();
  if (tails_.empty())
    run_(next, parent, std::exchange(then_, nullptr));
  else
    run_(next, parent, [self = shared_from_this()] { self->runTails(); });
}

} // namespace raddle::host
