#include "host/graph/capture.h"

#include <utility>

namespace raddle::host {

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
