// Capturing streams: how it begins and ends, and what becomes of work meanwhile.
#ifndef RADDLE_HOST_REQUESTS_CAPTURE_H
#define RADDLE_HOST_REQUESTS_CAPTURE_H

#include "host/process/process.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace raddle::host {

/// `graph`: where nodes are added, after `dependencies`; null: a new graph. kCaptureUnsupported: the legacy stream cannot.
/// kIllegalState: the stream captures already.
Status beginCapture(const Context &context, Stream &stream, CaptureMode mode, std::shared_ptr<Graph> graph,
                    std::span<Node *const> dependencies);

/// kIllegalState: it does not capture. kCaptureUnmatched, kCaptureUnjoined, kCaptureWrongThread, kCaptureInvalidated: no graph,
/// but the capture has ended, except for the first and the third.
Status endCapture(const Context &context, Stream &stream, std::shared_ptr<Graph> *graph);

/// The stream's capture; null when it does not capture.
std::shared_ptr<Capture> captureOf(const Context &context, const Stream &stream);

/// A node of the graph that the stream captures, after its last ones.
Status addToCapture(const Context &context, Stream &stream, Work work);

/// Whether work of the stream, the legacy one, would have to wait for streams that capture.
inline bool waitsForCaptures(const Context &context, const Stream &stream) {
  return stream.legacy &&
         context.streams().of(stream.device).blocking_captures.load(std::memory_order_relaxed) != 0;
}
/// For such work: ends those captures, and answers kCaptureImplicit.
Status refuseImplicit(const Context &context);

/// For work that a stream gets: when it captures, what `add()` answers, which adds a node instead. None: the work is to be done.
template <typename Add> std::optional<Status> captured(const Context &context, Stream &stream, Add add) {
  if (!somebodyCaptures()) [[likely]]
    return std::nullopt;
  if (stream.captures.load(std::memory_order_relaxed))
    return add();
  if (waitsForCaptures(context, stream))
    return refuseImplicit(context);
  return std::nullopt;
}

/// For what cannot be captured: kCaptureUnsupported, and the capture is invalid, when the stream captures.
Status refuseCaptureOf(const Context &context, const Stream &stream);
inline Status refuseIfCapturing(const Context &context, const Stream &stream) {
  return stream.captures.load(std::memory_order_relaxed) ? refuseCaptureOf(context, stream)
                                                         : Status::kSuccess;
}

/// For calls that a capture would miss: kCaptureUnsupported while somebody captures who does not want that.
Status refuseDuringCapture(const Context &context);

/// For who waits for all of the device: kCaptureUnsupported, and their captures are invalid, while streams of it capture.
Status refuseCapturesOfDevice(const Context &context);
inline Status refuseWaitingForCaptures(const Context &context) {
  return somebodyCaptures() ? refuseCapturesOfDevice(context) : Status::kSuccess;
}

/// An event in a stream, which may capture.
Status recordInStream(const Context &context, Stream &stream, const std::shared_ptr<Event> &event,
                      bool external);
/// kCaptureMerge, kCaptureIsolation: the event belongs to another capture, or to none. kInvalidValue: it belongs to one that is
/// not valid any more, and the stream does not capture.
Status waitInStream(const Context &context, Stream &stream, const std::shared_ptr<Event> &event,
                    bool external);

/// For questions to an event: kCapturedEvent, and the capture is invalid, when the event's last recording was captured.
Status refuseIfCaptured(const Context &context, const Event &event);

} // namespace raddle::host

#endif
