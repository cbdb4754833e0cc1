#include "host/graph/capture.h"

#include <utility>

namespace raddle::host {

namespace {

std::uint64_t newCaptureId() {
  static std::atomic<std::uint64_t> next = 1;
  return next++;
}

} // namespace

Capture::Capture(CaptureMode how, const Stream &stream)
    : id(newCaptureId()), mode(how), origin(&stream), thread(std::this_thread::get_id()) {
  ++capture_counts.all;
  capture_counts.global += mode == CaptureMode::kGlobal;
}

void Capture::uncount() {
  if (!is_counted_.exchange(false))
    return;
  --capture_counts.all;
  capture_counts.global -= mode == CaptureMode::kGlobal;
}

void Capture::abandon() {
  {
    std::lock_guard lock(mutex);
    invalid = true;
  }
  uncount();
}

Status Capture::add(const Stream &stream, Work work) {
  std::lock_guard lock(mutex);
  if (invalid || !graph)
    return Status::kCaptureInvalidated;
  std::vector<Node *> &last = ends[&stream];
  Node *const added = graph->add(std::move(work), last);
  if (!added) {
    invalid = true;
    return Status::kCaptureInvalidated;
  }
  last = {added};
  return Status::kSuccess;
}

} // namespace raddle::host
