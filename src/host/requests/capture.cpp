#include "host/requests/capture.h"

#include "host/process/host_thread.h"

#include <algorithm>
#include <vector>

namespace raddle::host {

namespace {

void invalidate(Capture &capture) {
  std::lock_guard lock(capture.mutex);
  capture.invalid = true;
}

// The captures in which those streams of the device take part.
template <typename Predicate> void invalidateIf(const Context &context, Predicate takes_part) {
  std::vector<std::shared_ptr<Capture>> captures;
  {
    std::lock_guard lock(context.streams().lock());
    for (const auto &stream : context.streams().of(context.device.id()).streams)
      if (stream->capture && takes_part(*stream))
        captures.push_back(stream->capture);
  }
  for (const auto &capture : captures)
    invalidate(*capture);
}

std::shared_ptr<Capture> captureOfEvent(const Context &context, const Event &event,
                                        std::vector<Node *> *nodes) {
  std::lock_guard lock(context.streams().lock());
  *nodes = event.captured;
  return event.capture;
}

void addDependencies(std::vector<Node *> &to, const std::vector<Node *> &more) {
  for (Node *const node : more)
    if (std::ranges::find(to, node) == to.end())
      to.push_back(node);
}

} // namespace

Status beginCapture(const Context &context, Stream &stream, CaptureMode mode, std::shared_ptr<Graph> graph,
                    std::span<Node *const> dependencies) {
  if (stream.legacy)
    return Status::kCaptureUnsupported;
  const bool is_given = graph != nullptr;
  if (!is_given)
    graph = std::make_shared<Graph>();
  auto capture = std::make_shared<Capture>(mode, stream);
  capture->graph = std::move(graph);
  capture->graph_was_given = is_given;
  capture->ends[&stream].assign(dependencies.begin(), dependencies.end());
  {
    std::lock_guard lock(context.streams().lock());
    if (stream.capture)
      return Status::kIllegalState;
    context.streams().joinCapture(stream, capture);
  }
  return Status::kSuccess;
}

Status endCapture(const Context &context, Stream &stream, std::shared_ptr<Graph> *graph) {
  const std::shared_ptr<Capture> capture = captureOf(context, stream);
  if (!capture)
    return Status::kIllegalState;
  if (capture->origin != &stream) {
    invalidate(*capture);
    return Status::kCaptureUnmatched;
  }
  const bool is_own_thread = capture->thread == std::this_thread::get_id();
  if (capture->mode != CaptureMode::kRelaxed && !is_own_thread)
    return Status::kCaptureWrongThread;
  capture->uncount();

  std::lock_guard lock(capture->mutex);
  // What other streams have done is joined when something of the origin waits for it.
  const std::vector<Node *> &last = capture->ends[&stream];
  const bool is_joined = std::ranges::all_of(capture->ends, [&](const auto &end) {
    return end.first == &stream || std::ranges::all_of(end.second, [&](const Node *node) {
             return !node->dependents.empty() || std::ranges::find(last, node) != last.end();
           });
  });
  {
    // Those that were destroyed meanwhile have left.
    std::lock_guard guard(context.streams().lock());
    for (const std::shared_ptr<Stream> &member : context.streams().of(stream.device).streams)
      if (member->capture == capture)
        static_cast<void>(context.streams().leaveCapture(*member));
  }
  // Events may refer to the capture for long.
  std::shared_ptr<Graph> captured = std::move(capture->graph);
  if (capture->invalid)
    return Status::kCaptureInvalidated;
  if (!is_joined)
    return Status::kCaptureUnjoined;
  *graph = std::move(captured);
  return Status::kSuccess;
}

std::shared_ptr<Capture> captureOf(const Context &context, const Stream &stream) {
  std::lock_guard lock(context.streams().lock());
  return stream.capture;
}

Status addToCapture(const Context &context, Stream &stream, Work work) {
  const std::shared_ptr<Capture> capture = captureOf(context, stream);
  return capture ? capture->add(stream, std::move(work)) : Status::kCaptureInvalidated;
}

Status refuseImplicit(const Context &context) {
  invalidateIf(context, [](const Stream &stream) { return stream.blocking; });
  return Status::kCaptureImplicit;
}

Status refuseCaptureOf(const Context &context, const Stream &stream) {
  if (const std::shared_ptr<Capture> capture = captureOf(context, stream))
    invalidate(*capture);
  return Status::kCaptureUnsupported;
}

Status refuseDuringCapture(const Context &context) {
  if (!somebodyCaptures()) [[likely]]
    return Status::kSuccess;
  const CaptureMode of_thread = hostThread().capture_mode;
  bool refused = of_thread == CaptureMode::kGlobal && capture_counts.global != 0;
  invalidateIf(context, [&](const Stream &stream) {
    const Capture &capture = *stream.capture;
    const bool is_own = capture.thread == std::this_thread::get_id();
    const bool conflicts = of_thread != CaptureMode::kRelaxed &&
                           ((of_thread == CaptureMode::kGlobal && capture.mode == CaptureMode::kGlobal) ||
                            (is_own && capture.mode != CaptureMode::kRelaxed));
    refused |= conflicts;
    return conflicts;
  });
  return refused ? Status::kCaptureUnsupported : Status::kSuccess;
}

Status refuseCapturesOfDevice(const Context &context) {
  bool captures = false;
  invalidateIf(context, [&](const Stream &) { return captures = true; });
  return captures ? Status::kCaptureUnsupported : Status::kSuccess;
}

Status refuseIfCaptured(const Context &context, const Event &event) {
  if (!event.is_captured.load(std::memory_order_relaxed)) [[likely]]
    return Status::kSuccess;
  std::vector<Node *> nodes;
  if (const std::shared_ptr<Capture> capture = captureOfEvent(context, event, &nodes))
    invalidate(*capture);
  return Status::kCapturedEvent;
}

Status recordInStream(const Context &context, Stream &stream, const std::shared_ptr<Event> &event,
                      bool external) {
  if (!stream.captures.load(std::memory_order_relaxed)) [[likely]] {
    if (event->is_captured.load(std::memory_order_relaxed)) {
      std::lock_guard lock(context.streams().lock());
      event->is_captured = false;
      event->capture = nullptr;
      event->captured.clear();
    }
    context.scheduler().recordEvent(stream, *event);
    return Status::kSuccess;
  }
  const std::shared_ptr<Capture> capture = captureOf(context, stream);
  if (!capture)
    return Status::kCaptureInvalidated;
  if (external)
    return capture->add(stream, RecordWork{event});
  std::lock_guard lock(capture->mutex);
  if (capture->invalid)
    return Status::kCaptureInvalidated;
  std::lock_guard guard(context.streams().lock());
  event->is_captured = true;
  event->capture = capture;
  event->captured = capture->ends[&stream];
  return Status::kSuccess;
}

Status waitInStream(const Context &context, Stream &stream, const std::shared_ptr<Event> &event,
                    bool external) {
  if (!somebodyCaptures()) [[likely]] {
    context.scheduler().waitEvent(stream, *event);
    return Status::kSuccess;
  }
  const std::shared_ptr<Capture> own = captureOf(context, stream);
  if (own && external)
    return own->add(stream, WaitWork{event});
  std::vector<Node *> nodes;
  const std::shared_ptr<Capture> other = captureOfEvent(context, *event, &nodes);
  if (!other) {
    if (own) {
      invalidate(*own);
      return Status::kCaptureIsolation;
    }
    context.scheduler().waitEvent(stream, *event);
    return Status::kSuccess;
  }
  if (own && own != other) {
    invalidate(*own);
    invalidate(*other);
    return Status::kCaptureMerge;
  }
  if (stream.legacy) {
    invalidate(*other);
    return Status::kCaptureImplicit;
  }
  std::lock_guard lock(other->mutex);
  if (other->invalid)
    return own ? Status::kCaptureInvalidated : Status::kInvalidValue;
  addDependencies(other->ends[&stream], nodes);
  if (!own) {
    std::lock_guard guard(context.streams().lock());
    context.streams().joinCapture(stream, other);
  }
  return Status::kSuccess;
}

} // namespace raddle::host
