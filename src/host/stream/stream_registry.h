// The streams and events that programs have made, by their handles and by their devices.
#ifndef RADDLE_HOST_STREAM_STREAM_REGISTRY_H
#define RADDLE_HOST_STREAM_STREAM_REGISTRY_H

#include "check/work_order.h"
#include "host/status.h"
#include "host/stream/operation.h"
#include "machine/spin_lock.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace raddle::host {

// As on NVIDIA's GPUs since sm_70. Accepted and reported; operations start in the order they get ready.
inline constexpr int kLeastPriority = 0, kGreatestPriority = -5;

struct Capture; // host/graph/capture.h
struct Node;
class SharedEvent;

struct Stream {
  const int device;
  const bool blocking; // waits for the legacy default stream, and it for this one
  const bool legacy;   // is the legacy default stream
  const int priority;
  const std::uint64_t id;

  // Guarded by the registry's lock. The last operation; finished or null when the stream is idle.
  std::shared_ptr<Operation> tail = nullptr;
  // The list DeviceStreams::ahead_of_legacy is as one more operation of this stream leaves it.
  bool is_order_noted = false;
  bool destroyed = false;
  std::uint64_t context = 0; // that it goes with; 0: none that the program has made
  check::Past past = {};     // what comes before later work of it; kept with RADDLE_CHECK=race only
  // Hints of the program, by the numbers of the front end. They change nothing, and are only remembered.
  std::map<unsigned, std::array<std::byte, 64>> hints = {};

  // Whether work becomes nodes of a graph instead of being done. The capture is guarded by the registry's lock.
  std::atomic<bool> captures = false;
  std::shared_ptr<Capture> capture = nullptr;
};

struct Event {
  const int device;
  const bool has_time;
  // Guarded by the registry's lock. The last recording, or null.
  std::shared_ptr<Operation> record = nullptr;
  check::Past past = {}; // what comes before that; kept with RADDLE_CHECK=race only
  // When it was recorded in a stream that captures: of what it stands for. The flag needs no lock.
  std::atomic<bool> is_captured = false;
  std::shared_ptr<Capture> capture = nullptr;
  std::vector<Node *> captured = {};
  // That other processes may have, too: only this knows of all recordings.
  const std::shared_ptr<SharedEvent> shared = nullptr;
  std::uint64_t context = 0; // as in Stream
};

/// The streams of one device.
struct DeviceStreams {
  std::shared_ptr<Stream> legacy;
  // Created by the program, and destroyed ones that still have work.
  std::vector<std::shared_ptr<Stream>> streams;
  // Of these, those that the legacy stream waits for and that have got work since it has got some. It need not look at the others:
  // there may be hundreds, most of them idle.
  std::vector<Stream *> ahead_of_legacy;
  // Of destroyed streams, all of them and those that waited for the legacy one.
  check::Past past_of_gone = {}, past_of_gone_blocking = {};
  std::atomic<Status> fault = Status::kSuccess; // of a kernel that failed
  std::atomic<unsigned> blocking_captures = 0;  // of streams that wait for the legacy one
};

class StreamRegistry {
public:
  explicit StreamRegistry(int devices);

  /// Stream of `device`, `blocking` where it waits for the legacy default stream.
  std::shared_ptr<Stream> createStream(int device, bool blocking, int priority);
  /// Work that it still has runs to its end. False when there is no such stream.
  bool destroyStream(const void *handle);
  /// The stream with that address, or null.
  std::shared_ptr<Stream> findStream(const void *handle) const;
  const std::shared_ptr<Stream> &legacyStream(int device) const { return of(device).legacy; }

  /// `shared`: what it is to other processes, if anything.
  std::shared_ptr<Event> createEvent(int device, bool has_time,
                                     std::shared_ptr<SharedEvent> shared = nullptr);
  bool destroyEvent(const void *handle);
  std::shared_ptr<Event> findEvent(const void *handle) const;

  DeviceStreams &of(int device) const { return *devices_[static_cast<std::size_t>(device)]; }

  /// The operation is the last of the stream, and waits for all that its work has to wait for. Call with the lock held.
  void setTail(Stream &stream, std::shared_ptr<Operation> &&operation) {
    stream.tail = std::move(operation);
    if (stream.blocking && !stream.is_order_noted)
      noteOrderToLegacy(stream);
  }

  /// Forgets the device's streams, events and fault. Call when the device has no work.
  void reset(int device);
  /// Forgets those that go with a context of the device, and the device's fault.
  void destroyContext(int device, std::uint64_t context);

  /// The stream takes part in a capture, or no more: the capture that it took part in. Call with the lock held; what is
  /// returned must outlive that.
  void joinCapture(Stream &stream, std::shared_ptr<Capture> capture);
  std::shared_ptr<Capture> leaveCapture(Stream &stream);

  /// Protects host threads from each other: workers that finish operations do not take it.
  SpinLock &lock() const { return lock_; }

private:
  void noteOrderToLegacy(Stream &stream);
  template <typename Predicate> static void forgetIf(DeviceStreams &device, Predicate is_gone);
  static void forgetDestroyed(DeviceStreams &device);

  mutable SpinLock lock_;
  std::vector<std::unique_ptr<DeviceStreams>> devices_;
  using StreamsByHandle = std::unordered_map<const void *, std::shared_ptr<Stream>>;
  StreamsByHandle streams_;
  // That findStream() has found last; null: it has to search. Programs most often name the same one again.
  mutable const StreamsByHandle::value_type *found_last_ = nullptr;
  std::unordered_map<const void *, std::shared_ptr<Event>> events_;
  std::uint64_t next_id_ = 3; // 1 and 2 are the default streams
};

} // namespace raddle::host

#endif
