// Who has accessed memory, and when: what RADDLE_CHECK=race keeps of accesses that have been made.
//
// A segment is what a warp does between two things that may order it with others. Segments have numbers, which go up with time;
// a cell of the shadow holds the number of one, and the lane.
#ifndef RADDLE_RUNTIME_RACE_SEGMENTS_H
#define RADDLE_RUNTIME_RACE_SEGMENTS_H

#include "abi/kernel_abi.h"
#include "machine/spin_lock.h"
#include "runtime/race/touched_bytes.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace raddle::check {
struct Work;
}

namespace raddle::runtime::race {

struct History;

/// A launch whose accesses are looked at.
struct LaunchRecord {
  std::string kernel;                       // as the user writes it
  std::optional<std::uint32_t> number = {}; // see Run::launchNumber()
  RaddleDim3 grid_dim, block_dim;
  std::uint32_t first_segment = 0; // those before are of launches that began earlier
  bool has_ended = false;
  std::atomic<std::uint64_t> search_steps = 0; // of all searches for an order (sync_objects.cpp)

  check::Work *work = nullptr; // what it is to other launches; null where nobody asks

  struct BlockRecord *newBlock();
  /// What blocks of that worker have touched.
  TouchedBytes &touchedBy(const void *worker);
  /// Of all workers, when the launch has ended.
  std::vector<TouchedBytes::Range> takeTouched();
  /// What the code of that number has written; nothing where it is not known, or not always the same.
  std::optional<std::uint64_t> valueWrittenAt(unsigned site) const;

  LaunchRecord() = default;
  LaunchRecord(const LaunchRecord &) = delete;
  LaunchRecord &operator=(const LaunchRecord &) = delete;
  ~LaunchRecord();

private:
  SpinLock lock_;
  std::deque<std::unique_ptr<BlockRecord>> blocks_;
  std::vector<std::pair<const void *, std::unique_ptr<TouchedBytes>>> touched_;
};

struct BlockRecord {
  LaunchRecord *launch = nullptr;
  RaddleDim3 index{};
  std::uint64_t cluster = 0;                // which of the grid it is in
  std::atomic<History *> history = nullptr; // once its threads have released something; its own

  ~BlockRecord();
};

/// How many barriers of each kind a thread has arrived at.
struct Epochs {
  std::uint32_t block = 0, cluster = 0, grid = 0;
  bool operator==(const Epochs &) const = default;
};

struct Segment {
  BlockRecord *block;
  Epochs epochs;
  std::uint32_t events; // of the warp that came before
  std::uint32_t warp;
  /// Lanes whose asynchronous copies it stands for, and that have not waited for them: nothing comes after these yet.
  std::uint32_t copying = 0;

  bool isCopying(unsigned lane) const { return copying >> lane & 1; }
};

using SegmentId = std::uint32_t; // 0: none

/// The next numbers; the first of them. 0 where there are no more.
SegmentId reserveSegments(std::uint32_t count);
Segment &segmentAt(SegmentId id);
/// Segments before this one are of launches before which nothing is any more that runs now, or will run: they are not there.
SegmentId settledSegments();

/// The number of the next segment.
SegmentId nextSegment();
/// All segments so far are settled: nobody asks for them any more.
void settleSegments();

} // namespace raddle::runtime::race

#endif
