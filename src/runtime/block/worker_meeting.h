// The barrier of a few workers, after that of the blocks that each of them holds.
//
// What takes time is a cache line's way from core to core. With a counter there are as many such ways after each
// other as there are workers, then one more to those that watch for the result. Here each worker writes to each
// other one, on a line that only these two touch; all those lines are under way at the same time.
//
//   worker 0:  signal[1][0] = signal[2][0] = signal[3][0] = phase + 1;
//              while (signal[0][3] <= phase || signal[0][2] <= phase || signal[0][1] <= phase)
//                ;
#ifndef RADDLE_RUNTIME_BLOCK_WORKER_MEETING_H
#define RADDLE_RUNTIME_BLOCK_WORKER_MEETING_H

#include <atomic>
#include <cstdint>
#include <vector>

namespace raddle::runtime {

class WorkerMeeting {
public:
  /// Beyond, there would be more lines to write than a counter takes steps.
  static constexpr unsigned kMostWorkers = 8;

  /// `blocks_of`: how many blocks the worker of each index holds. `phase`: the number of phases that are complete.
  WorkerMeeting(const std::vector<std::uint64_t> &blocks_of, std::uint32_t phase);

  /// The number of a worker that holds blocks; less than kMostWorkers.
  unsigned memberOf(unsigned worker) const { return member_of_[worker]; }

  // ---- for whoever drives the worker `member` ----

  /// One of its blocks has come.
  void blockArrived(unsigned member);

  /// Looks out for the others. True when this has completed a phase, as phase() shows from now on.
  bool look(unsigned member);

  const std::atomic<std::uint32_t> &phase(unsigned member) const { return members_[member].phase; }

  // ---- for anybody ----

  /// Whether all have come, whether or not they have seen that of each other.
  bool isComplete(std::uint32_t phase) const;

private:
  struct alignas(64) Member {
    std::uint64_t blocks = 0;
    std::uint64_t arrived = 0;           // in the current phase
    std::atomic<std::uint32_t> sent = 0; // phases for which it has told the others
    std::atomic<std::uint32_t> phase = 0;
  };
  struct alignas(64) Signal {
    std::atomic<std::uint32_t> sent = 0;
  };

  unsigned size() const { return static_cast<unsigned>(members_.size()); }
  Signal &signal(unsigned to, unsigned from) { return signals_[to * size() + from]; }

  std::vector<unsigned> member_of_;
  std::vector<Member> members_;
  std::vector<Signal> signals_;
};

} // namespace raddle::runtime

#endif
