// Streams that capture: their work becomes nodes of a graph instead of being done.
#ifndef RADDLE_HOST_GRAPH_CAPTURE_H
#define RADDLE_HOST_GRAPH_CAPTURE_H

#include "host/graph/graph.h"
#include "host/stream/stream_registry.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <vector>

namespace raddle::host {

/// With the numbers of both of CUDA's APIs: whose calls are refused that a capture would miss.
enum class CaptureMode { kGlobal, kThreadLocal, kRelaxed };

/// How many captures there are, and how many of these refuse calls of all threads. Nothing is locked.
struct CaptureCounts {
  std::atomic<unsigned> all = 0, global = 0;
};
inline constinit CaptureCounts capture_counts;

/// Whether any stream captures. Cheap: all that adds work to streams asks.
inline bool somebodyCaptures() { return capture_counts.all.load(std::memory_order_relaxed) != 0; }

struct Capture {
  const std::uint64_t id;
  const CaptureMode mode;
  const Stream *const origin;
  const std::thread::id thread; // that began it

  std::mutex mutex;             // guards what follows
  std::shared_ptr<Graph> graph; // null when the capture has ended
  bool invalid = false;
  bool graph_was_given = false;
  // The streams that take part: the nodes that their next one depends on.
  std::unordered_map<const Stream *, std::vector<Node *>> ends;

  Capture(CaptureMode mode, const Stream &origin);
  ~Capture() { uncount(); }
  Capture(const Capture &) = delete;
  Capture &operator=(const Capture &) = delete;

  /// A node after the stream's last ones. kCaptureInvalidated: something went wrong before.
  Status add(const Stream &stream, Work work);

  /// Calls are no longer refused for its sake.
  void uncount();
  /// Its origin is gone, so that nobody can end it.
  void abandon();

private:
  std::atomic<bool> is_counted_ = true;
};

} // namespace raddle::host

#endif
