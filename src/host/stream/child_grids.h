// What a grid has launched: the grids and copies that kernels begin from device code, in the streams that they have there.
//
// A grid has not ended before all that its threads have launched has. What goes to the tail stream begins after all the rest,
// one after the other.
#ifndef RADDLE_HOST_STREAM_CHILD_GRIDS_H
#define RADDLE_HOST_STREAM_CHILD_GRIDS_H

#include "backend/launch.h"
#include "host/status.h"
#include "host/stream/launch_children.h"
#include "host/stream/operation.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace raddle::host {

class StreamScheduler;

/// Streams of device code that have no object: each block has one of its own, and there are two more.
enum class DeviceStream : std::uintptr_t { kOfBlock = 0, kTail = 3, kFireAndForget = 4 };

class ChildGrids final : public LaunchChildren {
public:
  /// Those of a launch that runs; made when they are needed.
  static ChildGrids &of(const std::shared_ptr<backend::Launch> &parent, StreamScheduler &scheduler);

  /// Which block asks, and for which of its streams: a DeviceStream, or one from createStream().
  struct Place {
    std::uint64_t block;
    const void *stream;
  };

  /// Appends the operation to the stream; it also waits for `awaited`, if that is not null. kInvalidHandle: no such stream.
  /// kTooManyPending: as many as `most_pending` have not ended of those that had to wait.
  Status enqueue(const Place &place, std::shared_ptr<Operation> operation,
                 std::size_t most_pending, const std::shared_ptr<Operation> &awaited = nullptr);

  const void *createStream();
  Status destroyStream(const void *stream);
  const void *createEvent();
  Status destroyEvent(const void *event);
  Status recordEvent(const Place &place, const void *event);
  Status waitEvent(const Place &place, const void *event);

  /// Whether something that is enqueued now would have to wait.
  Status isBusy(const Place &place, bool *busy);
  /// Whether something that the block has enqueued has not ended; but for the tail stream.
  bool hasUnfinished(std::uint64_t block);

  /// The last error of a thread, which is forgotten or not.
  void setError(std::uint64_t block, std::uint32_t thread, Status status);
  Status error(std::uint64_t block, std::uint32_t thread, bool forget);

  void end(std::function<void()> then) override;

private:
  ChildGrids(const std::shared_ptr<backend::Launch> &parent, StreamScheduler &scheduler);
  std::shared_ptr<Operation> *tailOf(const Place &place);

  StreamScheduler &scheduler_;
  std::shared_ptr<backend::Launch> parent_; // until its blocks have ended: it owns this object
  const int device_;
  std::mutex mutex_;
  // Ends when the parent's blocks have ended, and all that was launched but into the tail stream.
  const std::shared_ptr<Operation> all_;
  std::shared_ptr<Operation> last_of_tail_;
  std::unordered_map<std::uint64_t, std::shared_ptr<Operation>> of_blocks_; // the last of each block's own stream
  std::unordered_map<const void *, std::unique_ptr<std::shared_ptr<Operation>>> streams_, events_;
  std::unordered_map<std::uint64_t, std::vector<std::shared_ptr<Operation>>> unfinished_; // of each block
  std::vector<std::shared_ptr<Operation>> pending_;
  std::unordered_map<std::uint64_t, Status> errors_;
};

} // namespace raddle::host

#endif
