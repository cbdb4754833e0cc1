// What streams, events and graphs order, for RADDLE_CHECK=race: not what happens to have finished, but what has to have finished
// before something may begin.
#ifndef RADDLE_HOST_STREAM_ORDER_OF_STREAMS_H
#define RADDLE_HOST_STREAM_ORDER_OF_STREAMS_H

#include "check/concurrent_work.h"
#include "host/stream/operation.h"
#include "host/stream/stream_registry.h"

#include <memory>
#include <span>
#include <vector>

namespace raddle::host {

/// All of this does nothing unless work is looked at; each launch and each wait asks whether it is, so that is asked inline. The
/// functions that say so are called with the registry's lock.
class OrderOfStreams {
public:
  explicit OrderOfStreams(StreamRegistry &registry) : registry_(registry) {}

  /// With the lock: the operation goes to the end of the stream.
  void append(Stream &stream, Operation &operation) const {
    // One of several grids has its place already.
    if (check::ordersWork() && !(operation.isLaunch() && operation.asLaunch().launch.extras().group))
      placeAtEnd(stream, operation);
  }
  /// With the lock: the grids go to the ends of their streams. They wait for each other, so that they count as one.
  void appendTogether(std::span<const GridOfSeveral> grids) const;
  /// With the lock. `of_graph`: what came before in launches of the same graph, if it is known.
  void appendGraph(Stream &stream, std::span<const Dependent> graph, check::Past *of_graph) const;

  /// With the lock.
  void record(const Stream &stream, Event &event) const {
    if (check::ordersWork())
      event.past = pastOf(stream);
  }
  void await(Stream &stream, const Event &event) const {
    if (check::ordersWork())
      stream.past.add(event.past);
  }

  /// The calling thread does the work by itself, in the stream's turn.
  void beginByHost(Stream &stream, const std::shared_ptr<check::Work> &work) const {
    if (work) [[unlikely]]
      placeByHost(stream, work);
  }

  /// The host has waited.
  void waitedFor(const Stream &stream) const {
    if (check::ordersWork())
      noteWait(stream);
  }
  void waitedFor(const Event &event) const {
    if (check::ordersWork())
      noteWait(event);
  }
  void waitedForDevice(int device) const {
    if (check::ordersWork())
      noteWaitForDevice(device);
  }

private:
  void placeAtEnd(Stream &stream, Operation &operation) const;
  void placeByHost(Stream &stream, const std::shared_ptr<check::Work> &work) const;
  void noteWait(const Stream &stream) const;
  void noteWait(const Event &event) const;
  void noteWaitForDevice(int device) const;
  check::Past pastOf(const Stream &stream) const;

  StreamRegistry &registry_;
};

} // namespace raddle::host

#endif
