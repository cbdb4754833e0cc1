// What a worker does while all its threads only poll memory, or wait for other workers: be quick at first, then leave
// the core to others, and in the end, where they poll, call it a hang.
#ifndef RADDLE_RUNTIME_WORKER_POLLING_H
#define RADDLE_RUNTIME_WORKER_POLLING_H

#include "machine/clock.h"
#include "machine/spin_lock.h"
#include "runtime/worker/worker.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace raddle::runtime {

class PollingPatience {
public:
  /// `limit_seconds`: after so long without any movement a launch hangs; 0: never.
  PollingPatience(Worker &worker, std::uint64_t limit_seconds);

  /// Some thread did something else than poll.
  void worked();

  /// All threads wait for other workers. Whether to look again at once, rather than sleep. `cores_for_all`: whether
  /// each worker that is driven may have a core.
  bool waited(bool cores_for_all);

  /// A round has only polled. Waits a little, longer the longer it lasts; true when it has lasted too long.
  bool polled();

private:
  std::uint64_t mostWaitingRounds() const;
  void setSpareRounds(std::uint64_t rounds);
  bool isInNewState();

  Worker &worker_;
  const std::uint64_t limit_; // nanoseconds
  std::uint64_t rounds_ = 0;  // without movement
  std::uint64_t waiting_rounds_ = 0;
  // Where threads only go round in a circle, each state comes again. So many of the last ones are known.
  // They are not set to zeros, as each launch that is waited for makes one of these.
  std::array<std::uint64_t, 64> fingerprints_;
  std::size_t known_fingerprints_ = 0; // ever; the oldest give way
  std::uint64_t polling_since_ = 0;
  std::uint64_t still_since_ = 0;
};

/// Whether a worker does nothing that could end another worker's polling: it is idle, or has itself polled
/// for `limit` nanoseconds and still does.
bool cannotHelp(const Worker &worker, std::uint64_t now, std::uint64_t limit);

/// Ends all launches that have blocks on the worker, because nothing has moved for `seconds`.
void reportHang(Worker &worker, std::uint64_t seconds);

} // namespace raddle::runtime

#endif
